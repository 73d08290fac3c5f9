public import PhotoModel

extension PhotoLibrary {
    /// The images inside the file of an asset, the main one first: its thumbnails, depth, alpha and other auxiliary images,
    /// the rest of a burst.
    ///
    /// - Throws: `.unsupported` when the backend does not tell, `.unsupportedFormat` for a file that has but one image by
    ///   its format, `.corruptMedia`, `.notFound`.
    public func items(of localIdentifier: String) async throws(PhotoError) -> [ImageItem] {
        try await perform { (_, table, control) throws(PhotoError) in
            try table.items(of: localIdentifier, control: control)
        }
    }

    /// Requests an image of one of them, as `requestImage(for:options:)` does of the main one.
    public func requestImage(
        ofItem id: UInt32, for localIdentifier: String, options: ImageOptions, priority: RequestPriority = .visible
    ) -> ImageRequest {
        request(options, priority: priority) { (table, control, deliver) throws(PhotoError) in
            try table.requestItem(id, of: localIdentifier, options: options, control: control, deliver: deliver)
        }
    }
}
