internal import Imaging
public import PhotoModel
internal import Pixels

extension PhotoLibrary {
    /// The final image of a request as the content of a file. Decoding and encoding run on one worker.
    public func encodedImage(
        of localIdentifier: String, options: ImageOptions, encoding: ImageEncoding,
        priority: RequestPriority = .visible
    ) async throws(PhotoError) -> EncodedImage {
        try await pool.run(priority: priority) { [self] control throws(PhotoError) in
            var last: ImageResult?
            try renderImages(of: localIdentifier, options: options, control: control) { result in
                last = result
                return true
            }
            // The request ended well, so there was a final image.
            guard let last else { throw PhotoError(.internal, "the backend gave no image") }
            return try last.encoded(encoding, isCancelled: { control.isCancelled })
        }
    }
}

extension ImageResult {
    /// The image as the content of a file.
    ///
    /// - Parameter isCancelled: Asked every few milliseconds, on the calling thread.
    public func encoded(
        _ encoding: ImageEncoding, isCancelled: () -> Bool = { false }
    ) throws(PhotoError) -> EncodedImage {
        do throws(ImagingError) {
            let (bytes, mimeType) = try content(encoding, isCancelled)
            return EncodedImage(
                bytes: bytes, mimeType: mimeType, size: image.size, isDegraded: isDegraded,
                isIncomplete: isIncomplete, placeholder: try Placeholder(image).bytes)
        } catch {
            throw PhotoError(error)
        }
    }

    private func content(
        _ encoding: ImageEncoding, _ isCancelled: () -> Bool
    ) throws(ImagingError) -> (bytes: [UInt8], mimeType: String) {
        switch encoding {
        case .jpeg(let quality, let isProgressive):
            let encoder = JPEGEncoder(quality: quality, isProgressive: isProgressive)
            return (try encoder.encode(image, isCancelled: isCancelled), "image/jpeg")
        case .png: return (try PNGEncoder().encode(image, isCancelled: isCancelled), "image/png")
        case .webp(let quality):
            return (try WebPEncoder(quality: quality).encode(image, isCancelled: isCancelled), "image/webp")
        case .automatic(let quality):
            return try content(image.format == .rgba8 ? .png : .jpeg(quality: quality), isCancelled)
        }
    }
}
