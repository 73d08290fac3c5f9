internal import Platform

/// A folder in which space runs out, for this process alone.
enum SmallDisk {
    /// Makes a folder a small file system of its own. To be done before the plugin is loaded: afterwards there may be
    /// threads, with which it cannot be done by everybody. Where it is not allowed, `fill` does without.
    static func mount(_ folder: BytePath, bytes: Int) {
        do throws(SystemError) {
            try MemoryFileSystem.mount(on: folder.bytes, byteCount: bytes)
        } catch {
            isMissing = true
        }
    }

    /// Read and written by the check's thread alone, before there are others.
    private nonisolated(unsafe) static var isMissing = false

    /// Writes until nothing goes in any more; where there is no small file system, no file may have a byte from now on.
    static func fill(_ folder: BytePath) {
        if isMissing { limitFiles(bytes: 0) } else { writeFiller(folder) }
    }

    private static func writeFiller(_ folder: BytePath) {
        guard let file = try? Files.open(folder / "filler", [.write, .create], permissions: 0o600, to: "filled") else {
            return
        }
        let block = [UInt8](repeating: 0x55, count: 4096)
        do throws(SystemError) {
            while true { try file.borrowed.write(block) }
        } catch {}  // The file system is full.
    }

    /// No file may grow beyond this from now on; writing fails with EFBIG then, instead of ending the process.
    static func limitFiles(bytes: UInt64) {
        Signal.fileSizeLimit.ignore()
        try? LimitedResource.fileBytes.setCurrentLimit(bytes)
    }
}
