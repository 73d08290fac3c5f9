internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions

/// Answers with an image or the file of an asset that a client may have, in the form that follows the `=` of the
/// address.
struct MediaAnswer {
    let library: any PhotoReading
    let mode: RepresentationMode
    /// The client's identifier.
    let client: Int64

    func response(
        to request: Request, for asset: Asset, form: MediaForm
    ) async throws -> Response {
        switch form {
        case .image(let size, let contentMode):
            return try await ImageAnswer(library: library, request: request).response(
                asset.localIdentifier, known: asset, version: asset.version,
                options: ImageOptions(targetSize: size, contentMode: contentMode, deliveryMode: .highQualityFormat))
        case .download, .video:
            return try await MediaDownload(library: library, mode: mode, client: client).response(
                to: request, for: asset, isVideo: form == .video)
        }
    }
}
