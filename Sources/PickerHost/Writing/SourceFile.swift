internal import PhotoModel
internal import Platform

/// An open regular file whose bytes are to be added. Closed with the last reference.
final class SourceFile: Sendable {
    private let path: String
    private let descriptor: OwnedDescriptor
    /// When it was opened; differs when the file was written to.
    private let status: FileStatus
    var byteSize: Int64 { status.byteSize }

    /// - Parameter text: the path for messages.
    init(path: some Collection<UInt8>, shownAs text: String) throws(PhotoError) {
        self.path = text
        let status: FileStatus?
        do throws(SystemError) {
            // One that waits would wait for ever for a pipe without a writer.
            descriptor = try Descriptor.workingFolder.open(path, [.neverWait, .noTerminal])
            status = try? descriptor.borrowed.status()
        } catch {
            throw Self.error(text, error)
        }
        guard let status, status.kind == .file else {
            throw PhotoError(.invalidArgument, "\(text): not a file; name a photo or a video")
        }
        self.status = status
    }

    /// - Returns: the number of bytes, 0 at the end.
    /// - Throws: `.changed` when there is more than there was when it was opened, and at the end when the file was written to
    ///   meanwhile.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(PhotoError) -> Int {
        let count: Int
        do throws(SystemError) {
            count = try descriptor.borrowed.read(into: buffer, at: offset)
        } catch {
            throw Self.error(path, error)
        }
        // One that grows might do so faster than it is read, until the library's disk is full. Some file systems know no sizes.
        let isLonger = byteSize > 0 && Int64(count) > byteSize - offset
        guard !isLonger, count > 0 || isUnchanged else {
            throw PhotoError(.changed, "\(path): it changed while it was read; try again")
        }
        return count
    }

    private var isUnchanged: Bool {
        guard let now = try? descriptor.borrowed.status() else { return false }
        return now.byteSize == status.byteSize && now.modificationTime == status.modificationTime
            && now.changeTime == status.changeTime
    }

    private static func error(_ path: String, _ error: SystemError) -> PhotoError {
        switch error {
        case .notFound, .notFolder: PhotoError(.notFound, "\(path): no such file", systemErrno: error.code)
        case .accessDenied, .notPermitted:
            PhotoError(
                .accessDenied, "\(path): permission denied; ask its owner to let you read it", systemErrno: error.code)
        default: PhotoError(.io, "\(path): cannot be read: \(error)", systemErrno: error.code)
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
