internal import PhotoModel

/// The thumbnails that a file has of one of its images.
struct HEIFThumbnails {
    private struct Thumbnail {
        let item: HEIFItem
        let view: HEIFView
    }

    private let container: HEIFContainer
    private let view: HEIFView
    private let thumbnails: [Thumbnail]
    private let color: HEIFColor

    /// Those that show the whole image, from small to large. One of another shape was left by an editor that
    /// changed the image.
    init(_ container: HEIFContainer, of item: HEIFItem, _ view: HEIFView) {
        self.container = container
        self.view = view
        color = container.color(of: item)
        thumbnails = container.thumbnails(of: item)
            .compactMap { thumbnail in
                guard let own = try? container.view(of: thumbnail) else { return nil }
                return Self.turned(own, like: view).map { Thumbnail(item: thumbnail, view: $0) }
            }
            .sorted { $0.view.size.pixelCount < $1.view.size.pixelCount }
    }

    /// How a thumbnail is shown; nil when it does not show the image.
    private static func turned(_ own: HEIFView, like view: HEIFView) -> HEIFView? {
        guard own.size.pixelCount < view.size.pixelCount else { return nil }
        if shows(own.size, view.size) { return own }
        // Some writers turn the image and forget its thumbnail.
        guard own == HEIFView(of: own.codedSize), shows(own.size, view.part.size) else { return nil }
        return own.turned(view.orientation)
    }

    private static func shows(_ size: PixelSize, _ shape: PixelSize) -> Bool {
        EmbeddedThumbnail.content(of: size, showing: shape) == PixelRect(covering: size)
    }

    /// The smallest that has a pixel for each of the result's; where the size need not be exact, nearly one.
    func smallest(covering geometry: RenderGeometry, _ mode: ResizeMode) -> HEIFShown? {
        for thumbnail in thumbnails {
            let crop = geometry.cropRect.scaled(from: view.size, to: thumbnail.view.size)
            guard mode == .fast ? crop.size.nearlyCovers(geometry.outputSize) : crop.size.covers(geometry.outputSize)
            else { continue }
            return shown(thumbnail, RenderGeometry(cropRect: crop, outputSize: geometry.outputSize))
        }
        return nil
    }

    /// The largest whose data has at most so many bytes.
    func largest(upTo byteCount: Int) -> HEIFShown? {
        let thumbnail = thumbnails.last { $0.item.extents.reduce(0) { $0 &+ $1.length } <= byteCount }
        guard let thumbnail else { return nil }
        let size = thumbnail.view.size
        return shown(thumbnail, RenderGeometry(cropRect: PixelRect(covering: size), outputSize: size))
    }

    /// Thumbnails seldom say what their colours mean: the same as in the image.
    private func shown(_ thumbnail: Thumbnail, _ geometry: RenderGeometry) -> HEIFShown {
        var color = container.color(of: thumbnail.item)
        if color.isEmpty, self.color.isHighDynamicRange { color = self.color }
        if color.isEmpty { color.profile = self.color.profile }
        return HEIFShown(item: thumbnail.item, view: thumbnail.view, geometry: geometry, color: color)
    }
}
