internal import PhotoModel
internal import PickerHost
internal import Platform

/// Adds preview hashes to the assets that a page lists, so that no photo is blank before its thumbnail has arrived,
/// even the first time: the backend's own if it has one, otherwise one made from the thumbnail that the camera
/// embedded. Both are reduced to few cells, so that a window of assets stays small.
final class WindowHashes: Sendable {
    private struct Known {
        let tag: UInt64
        let bytes: [UInt8]
    }

    private struct State {
        /// Hashes that were used lately, and those used before. When `young` is full, it replaces `old`.
        var young: [String: Known] = [:]
        var old: [String: Known] = [:]
        /// The tasks that make the hashes of the latest window.
        var making: Making?
    }

    private struct Making {
        let quick: Task<[Asset], Never>
        let slow: Task<Void, any Error>

        func cancel() {
            quick.cancel()
            slow.cancel()
        }
    }

    /// The most hashes in each half: a few megabytes.
    private static let mostKept = 10_000
    /// How long a window waits for hashes that have to be made; a longer wait would only delay the thumbnails. They are
    /// still made, for the next time.
    private static let patience = Duration.milliseconds(80)
    /// How long to wait before the slow ones are made: thumbnails on the screen are requested meanwhile, and come
    /// first.
    private static let pause = Duration.seconds(1)
    /// How many are made at once.
    private static let width = 4
    /// Length, in pixels, of the longer side of the images that hashes are made from.
    private static let side = 64

    private let library: PhotoLibrary
    private let state = Mutex(State())

    init(_ library: PhotoLibrary) { self.library = library }

    /// The same assets, with a preview hash if there is one or one could be made quickly.
    func completed(_ assets: [Asset]) async -> [Asset] {
        // Assets elsewhere would have to be downloaded first; their server may have hashes of its own.
        let missing = assets.filter { asset in
            asset.previewHash == nil && asset.mediaType == .image && asset.availability != .remote
                && asset.availability != .offline && known(asset) == nil
        }
        if !missing.isEmpty, !library.info.isRemote { await make(missing) }
        return assets.map { asset in
            var asset = asset
            asset.previewHash = (asset.previewHash ?? known(asset)).flatMap(SmallHash.small)
            return asset
        }
    }

    /// A hash that was made before, if the asset has not changed; empty if none can be made.
    private func known(_ asset: Asset) -> [UInt8]? {
        let found = state.withLock { $0.young[asset.localIdentifier] ?? $0.old[asset.localIdentifier] }
        return found?.tag == asset.contentTag ? found?.bytes : nil
    }

    private func make(_ assets: [Asset]) async {
        let quick = Task { await makeQuick(assets) }
        let slow = Task {
            let assets = await quick.value
            try await Task.sleep(for: Self.pause)
            try await makeSlow(assets)
        }
        // The user has scrolled on. What was on the screen before can wait until it is there again.
        let former = state.withLock { state in
            defer { state.making = Making(quick: quick, slow: slow) }
            return state.making
        }
        former?.cancel()
        await quick.wait(atMost: Self.patience)
    }

    /// Makes the hashes that are quick to make.
    ///
    /// - Returns: the assets whose hashes would take long.
    private func makeQuick(_ assets: [Asset]) async -> [Asset] {
        await withTaskGroup(of: Asset?.self) { group in
            var slow: [Asset] = []
            for (number, asset) in assets.enumerated() {
                if number >= Self.width, case let found?? = await group.next() { slow.append(found) }
                if Task.isCancelled { break }
                group.addTask {
                    guard await QuickHashes.include(asset, of: self.library) else { return asset }
                    await self.make(asset, priority: .near)
                    return nil
                }
            }
            for await case let found? in group { slow.append(found) }
            return slow
        }
    }

    /// Makes the slow ones one at a time, after all thumbnails. The backend may have kept a hash if a thumbnail was
    /// made meanwhile.
    private func makeSlow(_ assets: [Asset]) async throws {
        for asset in assets {
            try Task.checkCancellation()
            let now = try await library.assets(withIdentifiers: [asset.localIdentifier]).first
            if let now, now.previewHash == nil { await make(now, priority: .prefetch) }
        }
    }

    private func make(_ asset: Asset, priority: RequestPriority) async {
        let options = ImageOptions(
            targetSize: PixelSize(width: Self.side, height: Self.side), contentMode: .aspectFit,
            deliveryMode: .fastFormat)
        do {
            let hash = try await library.previewHash(of: asset.localIdentifier, options: options, priority: priority)
            keep(hash, of: asset)
        } catch let error as PhotoError where error.status.kind != .permanent {
            // The error may be gone the next time.
        } catch {
            // A damaged photo will have no hash the next time, either.
            if !Task.isCancelled { keep([], of: asset) }
        }
    }

    private func keep(_ bytes: [UInt8], of asset: Asset) {
        state.withLock { state in
            if state.young.count >= Self.mostKept { (state.young, state.old) = ([:], state.young) }
            state.young[asset.localIdentifier] = Known(tag: asset.contentTag, bytes: bytes)
        }
    }
}
