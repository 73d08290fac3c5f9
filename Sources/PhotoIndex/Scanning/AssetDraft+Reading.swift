internal import Imaging
internal import PhotoFolder
internal import PhotoModel

extension AssetDraft {
    /// Takes over what the camera wrote.
    mutating func read(_ metadata: ImageMetadata?) {
        guard let metadata else { return }
        words.camera = [metadata.make, metadata.model, metadata.lens].compactMap(\.self).joined(separator: " ")
        words.title = metadata.title ?? metadata.imageDescription ?? ""
        words.keywords = metadata.keywords
        // Apple writes "iPhone 12 front camera 2.71mm f/2.2", others "Front Camera".
        isSelfie = metadata.lens?.lowercased().contains("front") ?? false
    }

    /// Takes over what a sidecar says, which counts more than what is written in it.
    mutating func read(sidecar name: [UInt8], in folder: OpenFolder) {
        guard var file = try? folder.file(name), let bytes = try? file.readAhead() else { return }
        let packet = XMPPacket(bytes)
        if let rating = packet.rating { asset.isFavorite = rating == Asset.favoriteRating }
        if let title = packet.title ?? packet.caption { words.title = title }
        if !packet.keywords.isEmpty { words.keywords = packet.keywords }
    }
}
