internal import CHostSupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A folder in which space runs out, for this process alone.
enum SmallDisk {
    /// Makes a folder a small file system of its own. To be done before the plugin is loaded: afterwards there may be
    /// threads, with which it cannot be done by everybody. Where it is not allowed, `fill` does without.
    static func mount(_ folder: BytePath, bytes: UInt) {
        if folder.withCPath({ picker_host_mount_small($0, bytes) }) != 0 { isMissing = true }
    }

    /// Read and written by the check's thread alone, before there are others.
    private nonisolated(unsafe) static var isMissing = false

    /// Writes until nothing goes in any more; where there is no small file system, no file may have a byte from now on.
    static func fill(_ folder: BytePath) {
        if isMissing { limitFiles(bytes: 0) } else { writeFiller(folder) }
    }

    private static func writeFiller(_ folder: BytePath) {
        let descriptor = (folder / "filler").withCPath { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let block = [UInt8](repeating: 0x55, count: 4096)
        while block.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) > 0 {}
    }

    /// No file may grow beyond this from now on; writing fails with EFBIG then, instead of ending the process.
    static func limitFiles(bytes: UInt) {
        signal(SIGXFSZ, SIG_IGN)
        var limits = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
        limits.rlim_cur = rlim_t(bytes)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
    }
}
