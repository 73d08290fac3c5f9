internal import PhotoModel

/// The thumbnails of one image in a file.
struct HEIFThumbnails {
    private struct Thumbnail {
        let item: HEIFItem
        let view: HEIFView
    }

    private let container: HEIFContainer
    private let view: HEIFView
    private let thumbnails: [Thumbnail]
    private let color: HEIFColor

    /// Finds those that show the whole image, and sorts them by size, the smallest first. A thumbnail of another shape
    /// was left behind by an editor that changed the image.
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

    /// How a thumbnail is shown; nil if it does not show the image.
    private static func turned(_ own: HEIFView, like view: HEIFView) -> HEIFView? {
        guard own.size.pixelCount < view.size.pixelCount else { return nil }
        if shows(own.size, view.size) { return own }
        // Some writers turn the image but not its thumbnail.
        guard own == HEIFView(of: own.codedSize), shows(own.size, view.part.size) else { return nil }
        return own.turned(view.orientation)
    }

    private static func shows(_ size: PixelSize, _ shape: PixelSize) -> Bool {
        EmbeddedThumbnail.content(of: size, showing: shape) == PixelRect(covering: size)
    }

    /// The smallest one that has at least as many pixels as the result; if the size need not be exact, nearly as many.
    func smallest(covering geometry: RenderGeometry, _ mode: ResizeMode) -> HEIFShown? {
        for thumbnail in thumbnails {
            let crop = geometry.cropRect.scaled(from: view.size, to: thumbnail.view.size)
            guard mode == .fast ? crop.size.nearlyCovers(geometry.outputSize) : crop.size.covers(geometry.outputSize)
            else { continue }
            return shown(thumbnail, RenderGeometry(cropRect: crop, outputSize: geometry.outputSize))
        }
        return nil
    }

    /// The largest one whose data has at most `byteCount` bytes.
    func largest(upTo byteCount: Int) -> HEIFShown? {
        let thumbnail = thumbnails.last { $0.item.extents.reduce(0) { $0 &+ $1.length } <= byteCount }
        guard let thumbnail else { return nil }
        let size = thumbnail.view.size
        return shown(thumbnail, RenderGeometry(cropRect: PixelRect(covering: size), outputSize: size))
    }

    /// Thumbnails seldom describe their colours, so those of the image are used.
    private func shown(_ thumbnail: Thumbnail, _ geometry: RenderGeometry) -> HEIFShown {
        var color = container.color(of: thumbnail.item)
        if color.isEmpty, self.color.isHighDynamicRange { color = self.color }
        if color.isEmpty { color.profile = self.color.profile }
        return HEIFShown(item: thumbnail.item, view: thumbnail.view, geometry: geometry, color: color)
    }
}
