internal import PhotoModel
internal import Platform

/// Bytes in a file without a name, which is gone with the last reference.
final class ContentFile: Sendable {
    private let descriptor: OwnedDescriptor
    let byteCount: Int64

    /// - Throws: NO_SPACE or IO if there is no file for them.
    init(_ bytes: [UInt8]) throws(PhotoError) {
        descriptor = try Self.file(of: bytes)
        byteCount = Int64(bytes.count)
    }

    /// The bytes from an offset on, at most `count`; none at the end.
    func read(at offset: Int64, count: Int) throws(PhotoError) -> [UInt8] {
        do throws(SystemError) {
            return try descriptor.borrowed.read(count: count, at: offset)
        } catch {
            throw Self.error(error)
        }
    }

    private static func file(of bytes: [UInt8]) throws(PhotoError) -> OwnedDescriptor {
        do throws(SystemError) {
            let file = try OwnedDescriptor.temporaryFile(prefix: "picker-download")
            try file.borrowed.write(bytes)
            return file
        } catch {
            throw Self.error(error)
        }
    }

    private static func error(_ error: SystemError) -> PhotoError {
        let isFull = error == .diskFull || error == .quotaExceeded
        return PhotoError(
            isFull ? .noSpace : .io, "\(ScratchFolder.parent): there is no file for a download: \(error)",
            systemErrno: error.code)
    }
}
