public import PhotoModel

extension PhotoLibrary {
    /// Adds a photo or a video, completely or not at all, and never replaces another file. It is on the disk when this returns.
    ///
    /// Additions are made one after the other. One that is under way when the backend is swapped finishes on the old backend.
    /// Cancelling the task ends it early without a trace, unless it was done already.
    ///
    /// - Parameters:
    ///   - album: an editable album; nil: the saved photos.
    ///   - progress: called on a thread of the library with how many bytes were read, and of how many if that is known.
    /// - Returns: the asset as it is in the library; a number may have been added to its name.
    /// - Throws: `.accessDenied`, at once if `requestAuthorization` has not found that the photos may be read, and when the
    ///   storage refuses; `.unsupported` when the backend cannot add; `.unsupportedFormat` for what is not a photo or video;
    ///   `.invalidArgument` for a name that cannot be one; `.notFound` for an album that does not exist; `.io` for a full
    ///   disk; what the source of the bytes threw.
    public func add(
        _ asset: NewAsset, to album: AssetCollection? = nil,
        progress: @escaping @Sendable (Int64, Int64?) -> Void = { _, _ in }
    ) async throws(PhotoError) -> Asset {
        switch asset.source {
        case .bytes(let bytes):
            return try await add(asset, to: album, progress: progress) { ArrayReader(bytes) }
        case .file(let file):
            return try await add(asset, to: album, progress: progress) { FileReader(file) }
        case .stream(let fill):
            let channel = ChunkChannel()
            channels.insert(channel)
            let filling = Task { await fill(channel) }
            defer {
                filling.cancel()
                channel.end(.failure(.cancelled))
                channels.remove(channel)
            }
            return try await endingWhenCancelled(channel) { () throws(PhotoError) in
                try await add(asset, to: album, progress: progress) { channel }
            }
        }
    }

    /// Makes an album at the top, or returns the one that has this title already.
    ///
    /// - Throws: as `add`; `.invalidArgument` for a title that cannot be one.
    public func createAlbum(title: String) async throws(PhotoError) -> AssetCollection {
        try await write { (table, control) throws(PhotoError) in try table.createAlbum(title: title, control: control) }
    }

    private func add(
        _ asset: NewAsset, to album: AssetCollection?, progress: @escaping @Sendable (Int64, Int64?) -> Void,
        makeReader: @escaping @Sendable () -> any ByteReader
    ) async throws(PhotoError) -> Asset {
        let (filename, byteSize) = (asset.filename, asset.byteSize)
        return try await write { (table, control) throws(PhotoError) in
            let feed = ByteFeed(makeReader(), byteSize: byteSize, control: control, progress: progress)
            return try table.add(filename, to: album?.localIdentifier, feed: feed, control: control)
        }
    }

    /// Runs one call of the write extension, when it is its turn.
    private func write<Output: Sendable>(
        _ body: @escaping @Sendable (WriteTable, CallControl) throws(PhotoError) -> Output
    ) async throws(PhotoError) -> Output {
        guard authorizationStatus == .authorized || authorizationStatus == .limited else {
            throw PhotoError(.accessDenied, "photos can be added after requestAuthorization() allowed it")
        }
        return try await perform(in: \.writing) { (generation, table, control) throws(PhotoError) in
            try body(try table.writing(generation.info), control)
        }
    }

    /// A reader that waits for bytes does not ask whether it is cancelled.
    private func endingWhenCancelled<Output: Sendable>(
        _ channel: ChunkChannel, _ body: () async throws(PhotoError) -> Output
    ) async throws(PhotoError) -> Output {
        let result: Result<Output, PhotoError> = await withTaskCancellationHandler {
            do throws(PhotoError) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            channel.end(.failure(.cancelled))
        }
        return try result.get()
    }
}
