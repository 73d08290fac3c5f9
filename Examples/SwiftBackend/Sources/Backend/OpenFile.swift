internal import BackendKit
internal import Glibc
internal import PhotoModel

/// A descriptor that is closed with the last reference to it.
struct OpenFile: ~Copyable {
    /// About 10 ms of work from a slow disk, and the unit between two questions whether to go on (R12.1).
    private static let pieceLength = 1 << 17

    let descriptor: Int32
    private let name: String

    /// - Parameters:
    ///   - name: of one part of a path, in the bytes of the file system.
    ///   - folder: the descriptor of the folder that it lies in.
    ///   - flags: of open(2), besides those below. Without O_NONBLOCK, a FIFO would wait for a writer.
    init(_ name: [UInt8], in folder: Int32, flags: Int32 = 0) throws(PhotoError) {
        self.name = AssetPath(bytes: name).text
        descriptor = withCPath(name) {
            openat(folder, $0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags)
        }
        guard descriptor >= 0 else { throw .system(errno, "\(self.name) cannot be opened") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func status() throws(PhotoError) -> FileStatus {
        var found = stat()
        guard fstat(descriptor, &found) == 0 else { throw .system(errno, "\(name) cannot be looked at") }
        return FileStatus(found)
    }

    /// Reads at most `count` bytes, none behind the end.
    func bytes(
        from offset: Int64, count: Int, check: () throws(PhotoError) -> Void
    ) throws(PhotoError) -> [UInt8] {
        let left = try status().byteSize - offset
        guard left > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(min(Int64(count), left)))
        var done = 0
        while done < bytes.count {
            try check()
            let wanted = min(Self.pieceLength, bytes.count - done)
            let got = bytes[done..<done + wanted].withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, wanted, off_t(offset) + done)
            }
            guard got >= 0 else { throw .system(errno, "\(name) cannot be read") }
            guard got > 0 else { throw .changed("\(name) became shorter while it was read") }
            done += got
        }
        return bytes
    }
}

/// Calls `body` with a path as C wants it.
func withCPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (path + [0]).withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) }  // There is the NUL at least.
    }
}
