internal import Imaging
package import PhotoModel

extension PhotoLibrary {
    /// The preview hash of an asset, in the format of docs/placeholder.md, from the final image of a request. No cache of encoded
    /// images keeps the image, nor counts it.
    package func previewHash(
        of localIdentifier: String, options: ImageOptions, priority: RequestPriority
    ) async throws -> [UInt8] {
        let frame = try await requestImage(for: localIdentifier, options: options, priority: priority).finalImage()
        // What comes from a worker is not parsed here.
        return try PreviewHash(frame.pixels, readsProfile: !isIsolated).bytes
    }
}
