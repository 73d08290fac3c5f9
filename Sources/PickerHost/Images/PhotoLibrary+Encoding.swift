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
            return try last.encoded(encoding)
        }
    }
}

extension ImageResult {
    /// The image as the content of a file.
    public func encoded(_ encoding: ImageEncoding) throws(PhotoError) -> EncodedImage {
        do throws(ImagingError) {
            switch encoding {
            case .jpeg(let quality): return try jpeg(quality)
            case .png: return try png()
            case .automatic(let quality): return try image.format == .rgba8 ? png() : jpeg(quality)
            }
        } catch {
            throw PhotoError(error)
        }
    }

    private func jpeg(_ quality: Int) throws(ImagingError) -> EncodedImage {
        try encoded(JPEGEncoder(quality: quality).encode(image), mimeType: "image/jpeg")
    }

    private func png() throws(ImagingError) -> EncodedImage {
        try encoded(PNGEncoder().encode(image), mimeType: "image/png")
    }

    private func encoded(_ bytes: [UInt8], mimeType: String) throws(ImagingError) -> EncodedImage {
        EncodedImage(
            bytes: bytes, mimeType: mimeType, size: image.size, isDegraded: isDegraded,
            isIncomplete: isIncomplete, placeholder: try Placeholder(image).bytes)
    }
}
