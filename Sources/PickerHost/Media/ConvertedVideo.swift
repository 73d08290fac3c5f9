internal import Imaging

/// A video that was written anew, as the content of a file.
public struct ConvertedVideo: Sendable {
    private static let pieceLength = 1 << 20

    /// The original's, with the extension of its new type.
    public let filename: String
    /// Uniform type identifier.
    public let contentType: String
    public var byteCount: Int { source.byteCount }

    private let source: ImageSource
    private var offset = 0

    /// - Parameter source: of an MP4 file.
    init(_ source: ImageSource, of original: OriginalFile) {
        self.source = source
        filename = original.filename(as: .mp4)
        contentType = MediaFormat.mp4.uniformTypeIdentifier
    }

    /// The next bytes; nil at the end.
    public mutating func next() throws(PhotoError) -> [UInt8]? {
        do throws(ImagingError) {
            let bytes = try source.read(at: offset, count: Self.pieceLength)
            offset += bytes.count
            return bytes.isEmpty ? nil : bytes
        } catch {
            throw PhotoError(error)
        }
    }
}
