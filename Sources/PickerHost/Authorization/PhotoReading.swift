package import PhotoModel

/// What can be read of assets whose identifiers are known: by the owner from the whole library, by others from their view
/// of it.
///
/// An identifier that the reader may not know throws `.notFound`, as one that does not exist.
package protocol PhotoReading: Sendable {
    /// What the library was opened with.
    var root: String { get }
    /// Names what makes images and files: another text for another backend, and for another version of it or of this program.
    var rendererName: String { get }
    /// Assets by identifier, in this order; unknown ones are left out.
    func assets(withIdentifiers identifiers: [String]) async throws(PhotoError) -> [Asset]
    /// Everything known of one asset.
    func details(of localIdentifier: String) async throws(PhotoError) -> AssetDetails
    /// What the streams of an asset's video are.
    func videoFacts(of localIdentifier: String) async throws(PhotoError) -> VideoFacts
    /// The final image of a request as the content of a file, charged to the budget of images while it is kept.
    func heldImage(
        of localIdentifier: String, asset: Asset?, options: ImageOptions, encoding: ImageEncoding,
        priority: RequestPriority
    ) async throws(PhotoError) -> EncodedImage
    /// The final image of a request as the content of a file.
    func encodedImage(
        of localIdentifier: String, asset: Asset?, options: ImageOptions, encoding: ImageEncoding,
        priority: RequestPriority
    ) async throws(PhotoError) -> EncodedImage
    /// The file of an asset, by the role of the representation; nil: the one that represents the asset.
    func requestURLAsset(
        for localIdentifier: String, role: RepresentationRole?
    ) async throws(PhotoError) -> OriginalFile
    /// The playable video of an asset.
    func requestVideo(for localIdentifier: String) async throws(PhotoError) -> OriginalFile
    /// Reads bytes of a representation as they are.
    func read(
        _ reference: RepresentationReference, offset: Int64, count: Int
    ) async throws(PhotoError) -> [UInt8]
    /// A photo as a JPEG that every program shows; nil when it is widely readable as it is.
    func compatiblePhoto(_ original: OriginalFile, keepsLocation: Bool) async throws -> ConvertedPhoto?
    /// A video as every browser plays it; nil when it is playable as it is.
    func compatibleVideo(
        _ original: OriginalFile, keepsLocation: Bool, progress: ProgressHandler?
    ) async throws(PhotoError) -> ConvertedVideo?
    /// The bytes of a JPEG without the place where it was taken.
    func originalWithoutLocation(_ original: OriginalFile) async throws(PhotoError) -> LocationFreeOriginal
}

extension PhotoLibrary: PhotoReading {
    package var rendererName: String {
        // Not the plugin's file, which is another one on each of several hosts.
        let backend = backend
        return "\(backend.id) \(backend.version) \(ProductVersion.text)"
    }
}
