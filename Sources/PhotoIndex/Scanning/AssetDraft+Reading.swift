internal import Imaging
internal import PhotoFolder

extension AssetDraft {
    /// Takes over what the camera wrote into the file and what sidecars say.
    mutating func read(_ metadata: ImageMetadata?) {
        guard let metadata else { return }
        words.camera = [metadata.make, metadata.model, metadata.lens].compactMap(\.self).joined(separator: " ")
        words.title = metadata.title ?? metadata.imageDescription ?? ""
        words.keywords = metadata.keywords
        words.caption = metadata.caption ?? ""
        rating = metadata.rating ?? 0
        // Apple writes "iPhone 12 front camera 2.71mm f/2.2", others write "Front Camera".
        isSelfie = metadata.lens?.lowercased().contains("front") ?? false
    }
}
