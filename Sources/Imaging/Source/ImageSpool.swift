internal import Platform
internal import SystemPackage

/// Collects bytes that arrive in pieces, for readers that need random access. The bytes are in a file without a name, so
/// that memory does not grow. The file is deleted when the last source over it is gone.
public final class ImageSpool {
    let descriptor: FileDescriptor
    private var isLent = false

    /// - Throws: `io` if no temporary file can be made.
    public init() throws(ImagingError) {
        do throws(SystemError) {
            descriptor = FileDescriptor(rawValue: try OwnedDescriptor.temporaryFile(prefix: "picker-spool").take())
        } catch {
            throw .io(path: ScratchFolder.parent, code: error.code)
        }
    }

    /// The descriptor's number, for callers that write to the file in another way; valid as long as this object or its source
    /// exists.
    package var fileNumber: CInt { descriptor.rawValue }

    deinit {
        if !isLent { try? descriptor.close() }
    }

    /// Appends bytes.
    ///
    /// - Throws: `io`, `invalidRequest` if the source was made already.
    public func append(_ bytes: [UInt8]) throws(ImagingError) {
        guard !isLent else { throw .invalidRequest("bytes after the end of a finished image") }
        do {
            try descriptor.writeAll(bytes)
        } catch {
            throw .io(path: nil, code: (error as? Errno)?.rawValue ?? SystemError.inputOutput.code)
        }
    }

    /// A source over the collected bytes. It can be made once.
    ///
    /// - Throws: `invalidRequest` the second time.
    public func source() throws(ImagingError) -> ImageSource {
        guard !isLent else { throw .invalidRequest("a second source of one spool") }
        isLent = true
        return try ImageSource(adopting: descriptor)
    }
}
