package import Imaging
package import PhotoModel
package import Platform

/// What one file says of itself, whatever it is to an asset.
package struct FileFacts: Sendable {
    /// As of opening.
    package let status: FileStatus
    /// What a video says of its size, upright; nil for images.
    private let videoSize: PixelSize?
    /// What an image says of itself; nil when it does not.
    private let header: ImageHeader?
    /// What the camera wrote. Nil when there is none, or none that can be read.
    package let metadata: ImageMetadata?
    /// The video after the image.
    let motionPhoto: MotionPhoto?
    /// How the image moves; nil when it does not, or when that was not asked for.
    let animation: ImageAnimation?

    /// Reads the header of an image that the decoder knows.
    ///
    /// - Parameter readsMetadata: whether to read what the camera wrote, too.
    package init(_ file: OpenMediaFile, format: MediaFormat, decoder: ImageDecoder, readsMetadata: Bool) {
        status = file.status
        var file = file
        // What is damaged is listed all the same; the request for its image says what is wrong.
        if format.kind != .video { _ = try? file.readAhead() }
        let support = decoder.support(for: format)
        let isAsked = readsMetadata && support.readsMetadata
        let metadata = isAsked ? try? decoder.metadata(of: file.source) : nil
        self.metadata = metadata
        // The metadata of a video has its size, and one look at its headers is enough.
        videoSize = metadata?.video?.size
        header = videoSize == nil && support.readsHeader ? try? decoder.header(of: file.source) : nil
        animation = readsMetadata ? decoder.animation(of: file.source, format) : nil
        motionPhoto = readsMetadata ? decoder.motionPhoto(of: file.source, format, metadata: metadata) : nil
    }

    /// Upright; nil when the file does not say.
    ///
    /// - Parameter orientation: how the image is stored, where the file itself says otherwise.
    func size(turned orientation: Orientation?) -> PixelSize? {
        guard let header else { return videoSize }
        return (orientation ?? header.orientation).apply(to: header.storedSize)
    }

    /// The orientation that a sidecar says, where the file itself says another; nil otherwise.
    func turned(by sidecar: Orientation?) -> Orientation? {
        sidecar.flatMap { header == nil || header?.orientation == $0 ? nil : $0 }
    }

    /// What the camera wrote, and what a sidecar says, which counts more.
    func metadata(with sidecar: SidecarMetadata?) -> ImageMetadata? {
        guard let sidecar, sidecar != SidecarMetadata() else { return metadata }
        var all = metadata ?? ImageMetadata()
        all.adopt(sidecar)
        return all
    }
}
