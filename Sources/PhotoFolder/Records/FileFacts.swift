package import Imaging
package import PhotoModel
package import Platform

/// What one file says about itself, whatever its role in an asset is.
package struct FileFacts: Sendable {
    /// The status when the file was opened.
    package let status: FileStatus
    /// The size of a video, upright; nil for images.
    private let videoSize: PixelSize?
    /// The header of an image; nil if it has none that can be read.
    private let header: ImageHeader?
    /// The metadata that the camera wrote; nil if there is none that can be read.
    package let metadata: ImageMetadata?
    /// The video after the image.
    let motionPhoto: MotionPhoto?
    /// The animation; nil if there is none, or if it was not read.
    let animation: ImageAnimation?

    /// Reads the header of an image, if the decoder knows its format.
    ///
    /// - Parameters:
    ///   - readsMetadata: whether to read the metadata, too.
    ///   - cancellation: ends the reading of long headers. What was not read is missing then, as from a damaged file:
    ///     callers ask the cancellation before they use the result.
    package init(
        _ file: OpenMediaFile, format: MediaFormat, decoder: ImageDecoder, readsMetadata: Bool,
        cancellation: Cancellation
    ) {
        status = file.status
        var file = file
        // A damaged file is still listed. The request for its image reports what is wrong.
        if format.kind != .video { _ = try? file.readAhead() }
        let support = decoder.support(for: format)
        let isAsked = readsMetadata && support.readsMetadata
        let metadata = isAsked ? try? decoder.metadata(of: file.source, cancellation: cancellation) : nil
        self.metadata = metadata
        // The metadata of a video contains its size, so its headers are read only once.
        videoSize = metadata?.video?.size
        let lacksSize = videoSize == nil && support.readsHeader
        header = lacksSize ? try? decoder.header(of: file.source, cancellation: cancellation) : nil
        animation = readsMetadata ? decoder.animation(of: file.source, format) : nil
        motionPhoto = readsMetadata ? decoder.motionPhoto(of: file.source, format, metadata: metadata) : nil
    }

    /// The upright size; nil if the file does not say it, or says one that no image has: the header of a damaged file may say anything.
    ///
    /// - Parameter orientation: the image's orientation, if it is not the one in the file.
    func size(turned orientation: Orientation?) -> PixelSize? {
        let size = header.map { (orientation ?? $0.orientation).apply(to: $0.storedSize) } ?? videoSize
        return size.flatMap { $0.isPossible ? $0 : nil }
    }

    /// The orientation in a sidecar, if it differs from that in the file; otherwise nil.
    func turned(by sidecar: Orientation?) -> Orientation? {
        sidecar.flatMap { header == nil || header?.orientation == $0 ? nil : $0 }
    }

    /// The metadata of the file, combined with that of a sidecar, which takes precedence.
    func metadata(with sidecar: SidecarMetadata?) -> ImageMetadata? {
        guard let sidecar, sidecar != SidecarMetadata() else { return metadata }
        var all = metadata ?? ImageMetadata()
        all.adopt(sidecar)
        return all
    }
}
