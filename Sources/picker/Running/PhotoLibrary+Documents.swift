internal import PhotoDocuments
internal import PhotoModel
internal import PickerHost

extension PhotoLibrary {
    /// An asset with its representations, as JSON.
    func document(of asset: Asset) async throws(PhotoError) -> AssetDocument {
        guard asset.representationCount > 1 else { return AssetDocument(asset) }
        return AssetDocument(asset, details: try await details(of: asset.localIdentifier))
    }
}
