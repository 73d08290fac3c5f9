internal import PhotoModel

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// An open regular file whose bytes are to be added. Closed with the last reference.
final class SourceFile: Sendable {
    private let path: String
    private let descriptor: CInt
    private let version: Version
    var byteSize: Int64 { version.byteSize }

    /// What changes when somebody writes to the file.
    private struct Version: Equatable {
        var byteSize: Int64
        var times: [Int]

        init(_ status: stat) {
            byteSize = Int64(status.st_size)
            times = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        }
    }

    init(path: String) throws(PhotoError) {
        self.path = path
        // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
        let opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard opened >= 0 else { throw Self.error(path, errno) }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            throw PhotoError(.invalidArgument, "\(path): not a file; name a photo or a video")
        }
        descriptor = opened
        version = Version(status)
    }

    deinit { close(descriptor) }

    /// - Returns: the number of bytes, 0 at the end.
    /// - Throws: `.changed` at the end when somebody wrote to the file meanwhile.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(PhotoError) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.error(path, errno) }
            var status = stat()
            guard count > 0 || (fstat(descriptor, &status) == 0 && Version(status) == version) else {
                throw PhotoError(.changed, "\(path): it changed while it was read; try again")
            }
            return count
        }
    }

    private static func error(_ path: String, _ code: CInt) -> PhotoError {
        switch code {
        case ENOENT, ENOTDIR: PhotoError(.notFound, "\(path): no such file", systemErrno: code)
        case EACCES, EPERM:
            PhotoError(.accessDenied, "\(path): permission denied; ask its owner to let you read it", systemErrno: code)
        default: PhotoError(.io, "\(path): cannot be read: \(String(cString: strerror(code)))", systemErrno: code)
        }
    }
}

/// Reads an open file from its beginning.
final class FileReader: ByteReader {
    private let file: SourceFile
    private var offset: Int64 = 0

    init(_ file: SourceFile) { self.file = file }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PhotoError) -> Int {
        let count = try file.read(at: offset, into: buffer)
        offset += Int64(count)
        return count
    }
}
