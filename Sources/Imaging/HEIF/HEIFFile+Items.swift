package import Pixels

extension HEIFFile {
    /// One of the images in a file.
    package struct Item: Hashable, Sendable {
        package enum Role: Sendable {
            case primary, image, thumbnail, depth, alpha, auxiliary
        }

        package let id: Int
        package let role: Role
        /// Of the upright image.
        package let size: PixelSize
        /// A uniform resource name.
        package let auxiliaryType: String?
    }

    /// The images in the file, the main one first. Tiles, and what is hidden without belonging to an image, are parts of
    /// others.
    package func items() throws(ImagingError) -> [Item] {
        let primary = try container.primary()
        let others = container.order.compactMap { container.items[$0] }.filter { $0.id != primary.id }
        return ([primary] + others).compactMap(item)
    }

    /// Nil for what is no image of its own, or has no size.
    private func item(_ item: HEIFItem) -> Item? {
        guard HEIFContainer.pictureTypes.contains(item.type), let role = role(of: item),
            let size = try? container.view(of: item).size
        else { return nil }
        return Item(id: item.id, role: role, size: size, auxiliaryType: container.auxiliaryType(of: item))
    }

    private func role(of item: HEIFItem) -> Item.Role? {
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
