internal import PhotoModel
internal import PickerHost
internal import PickingSessions

/// Reads what a client is told of an asset that it may have.
struct MediaItemReading: Sendable {
    let library: any PhotoReading
    let mode: RepresentationMode

    /// Errors that may be about a single file. If they are about the whole library, it cannot list the asset either.
    private static let errorsOfFiles: Set<PhotoStatus> = [
        .corruptMedia, .unsupportedFormat, .tooLarge, .internal, .accessDenied, .io,
    ]

    /// - Parameter baseURL: returns the address to which a form of the media is appended; nil if the asset is not the
    ///   one that is meant.
    /// - Returns: nil if the asset is gone, or is not the one that is meant.
    func item(_ identifier: String, baseURL: @Sendable (Asset) -> String?) async throws -> MediaItemResource? {
        guard let (asset, camera) = try await known(identifier), let address = baseURL(asset) else { return nil }
        let facts = asset.mediaType == .video ? try? await library.videoFacts(of: identifier) : nil
        return MediaItemResource(
            asset, camera: camera, facts: facts, file: DownloadedFile(of: asset, mode), baseURL: address)
    }

    /// If the asset's file cannot be read, the library still lists the asset: a file that is damaged, or that ends the
    /// worker that reads it, must not keep the client from all others in the same list.
    private func known(_ identifier: String) async throws(PhotoError) -> (Asset, CameraMetadata?)? {
        do throws(PhotoError) {
            let details = try await library.details(of: identifier)
            return (details.asset, details.camera)
        } catch {
            if error.status == .notFound || error.status == .changed { return nil }
            guard Self.errorsOfFiles.contains(error.status.understood) else { throw error }
            guard let asset = try await library.assets(withIdentifiers: [identifier]).first else { return nil }
            return (asset, nil)
        }
    }
}
