internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions

/// Answers with an image or the file of an asset that a client may have, as what follows the `=` of its address says.
struct MediaAnswer {
    let library: any PhotoReading
    let watch: DisconnectWatch
    let mode: RepresentationMode

    func response(
        to request: Request, for asset: Asset, form: MediaForm, _ context: PageContext
    ) async throws -> Response {
        switch form {
        case .image(let size, let contentMode):
            return try await ImageAnswer(library: library, watch: watch, request: request, context: context).response(
                asset.localIdentifier, known: asset, version: asset.version,
                options: ImageOptions(targetSize: size, contentMode: contentMode, deliveryMode: .highQualityFormat))
        case .download, .video:
            return try await MediaDownload(library: library, watch: watch, mode: mode).response(
                to: request, for: asset, isVideo: form == .video, on: context.channel)
        }
    }
}
