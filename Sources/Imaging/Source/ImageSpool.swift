internal import Platform
internal import SystemPackage

/// Collects bytes that come in pieces, for readers that go to and fro: in a file without a name, so that memory does
/// not grow with them. The file is gone when the last source over it is.
public final class ImageSpool {
    let descriptor: FileDescriptor
    private var isLent = false

    /// - Throws: `io` when there is no room for temporary files.
    public init() throws(ImagingError) {
        do throws(SystemError) {
            descriptor = FileDescriptor(rawValue: try OwnedDescriptor.temporaryFile(prefix: "picker-spool").take())
        } catch {
            throw .io(path: ScratchFolder.parent, code: error.code)
        }
    }

    /// The open file, for callers that write to it in another way; valid as long as this or its source.
    package var fileNumber: CInt { descriptor.rawValue }

    deinit {
        if !isLent { try? descriptor.close() }
    }

    /// Adds bytes after those that are there.
    ///
    /// - Throws: `io`, `invalidRequest` when the source was made already.
    public func append(_ bytes: [UInt8]) throws(ImagingError) {
        guard !isLent else { throw .invalidRequest("bytes after the end of a finished image") }
        do {
            try descriptor.writeAll(bytes)
        } catch {
            throw .io(path: nil, code: (error as? Errno)?.rawValue ?? SystemError.inputOutput.code)
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
