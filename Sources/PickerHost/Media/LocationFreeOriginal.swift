internal import Imaging
public import PhotoModel

extension PhotoLibrary {
    private static let pieceLength = 1 << 20

    /// The bytes of an original without the place where it was taken. The original is read whole before this returns,
    /// into a temporary file, because it may be anywhere that a backend can read.
    ///
    /// - Throws: `.unsupportedFormat` for everything but JPEG, `.changed` when it got shorter while it was read, and
    ///   what `read` throws.
    public func originalWithoutLocation(
        _ original: OriginalFile
    ) async throws(PhotoError) -> LocationFreeOriginal {
        var offset: Int64 = 0
        var spool: ImageSpool?
        while offset < original.byteSize {
            let bytes = try await read(original.reference, offset: offset, count: Self.pieceLength)
            guard !bytes.isEmpty else {
                throw PhotoError(
                    .changed, "\(original.representation.filename): it got shorter while it was read; try again")
            }
            if spool == nil { spool = try Self.spool(beginningWith: bytes, original) }
            try Self.inWords(original) { () throws(ImagingError) in try spool?.append(bytes) }
            offset += Int64(bytes.count)
        }
        guard let spool else { throw PhotoError(.corruptMedia, "\(original.representation.filename): it is empty") }
        let jpeg = try Self.inWords(original) { () throws(ImagingError) in try spool.source().withoutLocation() }
        return LocationFreeOriginal(jpeg, original)
    }

    /// The first bytes determine the format: no video is copied only to be refused.
    private static func spool(
        beginningWith bytes: [UInt8], _ original: OriginalFile
    ) throws(PhotoError) -> ImageSpool {
        try inWords(original) { () throws(ImagingError) in
            _ = try ImageSource(bytes: bytes).withoutLocation()
            return try ImageSpool()
        }
    }

    /// Errors with the file's name in front.
    fileprivate static func inWords<Result>(
        _ original: OriginalFile, _ body: () throws(ImagingError) -> Result
    ) throws(PhotoError) -> Result {
        do throws(ImagingError) {
            return try body()
        } catch {
            let plain = PhotoError(error)
            throw PhotoError(plain.status, "\(original.representation.filename): \(plain.message)")
        }
    }
}

/// A photo without its place, in pieces.
public struct LocationFreeOriginal: Sendable {
    private var jpeg: LocationFreeJPEG
    private let original: OriginalFile

    init(_ jpeg: LocationFreeJPEG, _ original: OriginalFile) {
        self.jpeg = jpeg
        self.original = original
    }

    /// The next bytes; nil at the end.
    public mutating func next() throws(PhotoError) -> [UInt8]? {
        do throws(ImagingError) {
            return try jpeg.next()
        } catch {
            let plain = PhotoError(error)
            throw PhotoError(plain.status, "\(original.representation.filename): \(plain.message)")
        }
    }
}
