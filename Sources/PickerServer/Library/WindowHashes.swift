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
        var making: Task<Void, Never>?
    }

    /// Of each half: a few megabytes.
    private static let mostKept = 10_000
    /// A window waits no longer for those that are not made yet: thumbnails are better than waiting. They are made all the same, for the
    /// next time.
    private static let patience = Duration.milliseconds(80)
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
        let making = Task { [self] in
            await withTaskGroup(of: Void.self) { group in
                for (number, asset) in assets.enumerated() {
                    if number >= Self.width { await group.next() }
                    if Task.isCancelled { break }
                    group.addTask { await self.make(asset) }
                }
            }
        }
        // The reader has gone on: what was on the screen before can wait until it is there again.
        state.withLock { state in
            state.making?.cancel()
            state.making = making
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await making.value }
            group.addTask { try? await Task.sleep(for: Self.patience) }
            await group.next()
            group.cancelAll()
        }
    }

    private func make(_ asset: Asset) async {
        let options = ImageOptions(
            targetSize: PixelSize(width: Self.side, height: Self.side), contentMode: .aspectFit,
            deliveryMode: .fastFormat)
        do {
            keep(try await library.previewHash(of: asset.localIdentifier, options: options, priority: .near), of: asset)
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
