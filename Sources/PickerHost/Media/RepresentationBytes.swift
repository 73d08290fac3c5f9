internal import Imaging
internal import PhotoModel
internal import VideoMedia

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The bytes of a representation, as a backend reads them, for one thread.
final class RepresentationBytes {
    private let original: OriginalFile
    private let table: LibraryTable
    private let control: CallControl
    /// What the backend said when it could not read.
    private(set) var failure: PhotoError?

    init(original: OriginalFile, table: LibraryTable, control: CallControl) {
        (self.original, self.table, self.control) = (original, table, control)
    }

    var video: VideoBytes {
        VideoBytes(byteCount: Int(clamping: original.byteSize)) { offset, count throws(ImagingError) in
            do throws(PhotoError) {
                return try self.read(offset, count)
            } catch {
                self.failure = error
                throw .io(path: nil, code: EIO)
            }
        }
    }

    private func read(_ offset: Int, _ count: Int) throws(PhotoError) -> [UInt8] {
        let length = min(count, max(0, Int(clamping: original.byteSize) - offset))
        guard length > 0 else { return [] }
        var failure: PhotoError?
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, initialized in
            do throws(PhotoError) {
                let room = UnsafeMutableBufferPointer(rebasing: buffer[..<length])
                initialized = try table.read(original.reference, offset: Int64(offset), into: room, control: control)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
