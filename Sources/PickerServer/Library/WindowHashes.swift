internal import PhotoModel
internal import PickerHost
internal import Platform

/// Preview hashes for what a page lists, so that no photo is blank while its thumbnail is on the way, the first time too: the
/// backend's own where it keeps one, else made of the small picture that cameras put into their files. Both are sent with few
/// cells: a window of photos is to be small.
final class WindowHashes: Sendable {
    private struct Known {
        let tag: UInt64
        let bytes: [UInt8]
    }

    private struct State {
        /// What was asked for lately, and what was before that: when the first is full, the second goes.
        var young: [String: Known] = [:]
        var old: [String: Known] = [:]
        /// Makes those of the latest window.
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

    /// Of each half: a few megabytes.
    private static let mostKept = 10_000
    /// A window waits no longer for those that are not made yet: thumbnails are better than waiting. They are made all the same, for the
    /// next time.
    private static let patience = Duration.milliseconds(80)
    /// Until those are begun that take long: what is on the screen is asked for meanwhile, and comes first.
    private static let pause = Duration.seconds(1)
    /// As many at once.
    private static let width = 4
    /// Pixels of the longer side of the picture that they are made of.
    private static let side = 64

    private let library: PhotoLibrary
    private let state = Mutex(State())

    init(_ library: PhotoLibrary) { self.library = library }

    /// The same assets, with a preview hash each as far as there is one or one could be made in a moment.
    func completed(_ assets: [Asset]) async -> [Asset] {
        // What is elsewhere would have to be fetched: its server may have hashes of its own.
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

    /// Empty: none can be made of it.
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
        // The reader has gone on: what was on the screen before can wait until it is there again.
        let former = state.withLock { state in
            defer { state.making = Making(quick: quick, slow: slow) }
            return state.making
        }
        former?.cancel()
        await quick.wait(atMost: Self.patience)
    }

    /// - Returns: those that would take long.
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

    /// One after the other, behind all thumbnails. Of one whose thumbnail was made meanwhile a backend may have kept it.
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
            // What was in the way may be gone the next time.
        } catch {
            // One that is damaged has none the next time, either.
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
