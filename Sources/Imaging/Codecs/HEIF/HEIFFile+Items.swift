package import PhotoModel

extension HEIFFile {
    /// The images in the file, the main one first. Tiles are left out, and so are hidden items that do not belong to an
    /// image: they are parts of others.
    package func items() throws(ImagingError) -> [ImageItem] {
        let primary = try container.primary()
        let others = container.order.compactMap { container.items[$0] }.filter { $0.id != primary.id }
        return ([primary] + others).compactMap(item)
    }

    /// Nil if the item is not an image by itself, or has no size.
    private func item(_ item: HEIFItem) -> ImageItem? {
        guard HEIFContainer.imageTypes.contains(item.type), let kind = kind(of: item),
            let size = try? container.view(of: item).size
        else { return nil }
        return ImageItem(
            kind: kind, id: UInt32(clamping: item.id), pixelWidth: size.width, pixelHeight: size.height,
            auxiliaryType: container.auxiliaryType(of: item))
    }

    private func kind(of item: HEIFItem) -> ImageItem.Kind? {
        if item.id == container.primaryID { return .primary }
        if item.references["thmb"] != nil { return .thumbnail }
        if item.references["auxl"] != nil || container.auxiliaryType(of: item) != nil {
            let type = container.auxiliaryType(of: item) ?? ""
            return HEIFContainer.alphaTypes.contains(type)
                ? .alpha : HEIFContainer.depthTypes.contains(type) ? .depth : .auxiliary
        }
        return item.isHidden || container.isTile(item.id) ? nil : .image
    }
}
