internal import Pixels

extension HEIFContainer {
    /// What the file says of its main image.
    func header(_ format: MediaFormat) throws(ImagingError) -> ImageHeader {
        let item = try primary()
        let view = try view(of: item)
        let hasAlpha = alpha(of: item) != nil
        let depths = depths(of: try decoded(item)) ?? firstTile(of: item).flatMap { self.depths(of: $0) } ?? [8, 8, 8]
        let color = HEIFColor(properties(of: item))
        return ImageHeader(
            format: format, storedSize: view.part.size, orientation: view.orientation, hasAlpha: hasAlpha,
            isProgressive: false, colorComponents: min(3, depths.count) + (hasAlpha ? 1 : 0),
            bitsPerComponent: depths.max() ?? 8, hasColorProfile: color.profile != nil)
    }

    private func firstTile(of item: HEIFItem) -> HEIFItem? {
        item.references["dimg"]?.first.flatMap { items[$0] }
    }
}
