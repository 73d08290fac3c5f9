internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Collects bytes that come in pieces, for readers that go to and fro: in a file without a name, so that memory does not
/// grow with them. The file is gone when the last source over it is.
public final class ImageSpool {
    let descriptor: FileDescriptor
    private var isLent = false

    /// - Throws: `io` when there is no room for temporary files.
    public init() throws(ImagingError) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/picker-spool-XXXXXX".utf8CString)
        let number = mkstemp(&template)
        guard number >= 0 else { throw .io(path: folder, code: errno) }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        unlink(template)
        descriptor = FileDescriptor(rawValue: number)
    }

    deinit {
        if !isLent { try? descriptor.close() }
    }

    /// Adds bytes behind those that are there.
    ///
    /// - Throws: `io`, `invalidRequest` when the source was made already.
    public func append(_ bytes: [UInt8]) throws(ImagingError) {
        guard !isLent else { throw .invalidRequest("bytes behind the end of a finished image") }
        do {
            try descriptor.writeAll(bytes)
        } catch {
            throw .io(path: nil, code: (error as? Errno)?.rawValue ?? EIO)
        }
    }

    /// A source over what was added. It can be made once.
    ///
    /// - Throws: `invalidRequest` the second time.
    public func source() throws(ImagingError) -> ImageSource {
        guard !isLent else { throw .invalidRequest("a second source of one spool") }
        isLent = true
        return try ImageSource(adopting: descriptor)
    }
}
