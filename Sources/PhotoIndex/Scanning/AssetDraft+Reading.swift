internal import Imaging
internal import PhotoCatalog
internal import PhotoModel

extension AssetDraft {
    /// Takes over what the camera wrote.
    mutating func read(_ metadata: ImageMetadata?) {
        guard let metadata else { return }
        words.camera = [metadata.make, metadata.model, metadata.lens].compactMap(\.self).joined(separator: " ")
        words.title = metadata.imageDescription ?? ""
        // Apple writes "iPhone 12 front camera 2.71mm f/2.2", others "Front Camera".
        isSelfie = metadata.lens?.lowercased().contains("front") ?? false
    }

    /// Takes over what somebody wrote beside the photo.
    mutating func read(sidecar name: [UInt8], in folder: OpenFolder) {
    }
}
