package import Imaging
internal import PhotoModel
internal import Pixels

/// What one file says of itself, whatever it is to an asset.
package struct FileFacts: Sendable {
    /// As of opening.
    package let status: FileStatus
    /// After orientation; nil when the file does not tell.
    let size: PixelSize?
    /// What the camera wrote. Nil when there is none, or none that can be read.
    package let metadata: ImageMetadata?

    /// Reads the header of images that can be decoded without a plugin.
    ///
    /// - Parameter readsMetadata: whether to read what the camera wrote, too.
    package init(_ file: OpenMediaFile, format: MediaFormat, readsMetadata: Bool) {
        status = file.status
        var file = file
        // What is damaged is listed all the same; the request for its image says what is wrong.
        if format.kind != .video { _ = try? file.readAhead() }
        size = Self.tellsSize(format) ? (try? ImageDecoder().header(of: file.source))?.orientedSize : nil
        metadata = readsMetadata && format.kind != .video ? try? ImageDecoder().metadata(of: file.source) : nil
    }

    /// The formats whose headers may be read without a plugin; asking for others costs a read for nothing.
    private static func tellsSize(_ format: MediaFormat) -> Bool {
        format.kind == .image && ![.heic, .heif, .avif].contains(format)
    }
}
