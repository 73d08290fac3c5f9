import BackendKit
import PhotoModel
import Platform
import TestSupport

@testable import PickerHost

/// Photos in memory that a test changes under an open library. Their order: by creation time, then by identifier.
final class PhotoShelf: Sendable {
    struct State {
        var assets: [String: Asset] = [:]
        /// Identifiers that changed, step by step; a token is the number of steps before it.
        var steps: [LibraryChange] = []
        /// Tokens below this one are too old.
        var oldestToken = 0
        var isSilent = false
        /// How long an observation takes to end, in milliseconds.
        var endOfObserving = 0
        var indexCalls = 0
        var windowCalls = 0
        /// An album that is no longer there.
        var lostAlbum: String?
        /// So many fetches fail, as when a disk is away for a moment.
        var failingFetches = 0
    }

    static let byRoot = Mutex<[String: PhotoShelf]>([:])

    let log = EventLog()
    let state: Mutex<State>
    private let folder: TemporaryFolder

    init(_ identifiers: [String] = []) throws {
        folder = try TemporaryFolder()
        state = Mutex(State())
        state.withLock { state in
            for (time, identifier) in identifiers.enumerated() {
                state.assets[identifier] = Self.asset(identifier, time: time * 10)
            }
        }
        Self.byRoot.withLock { $0[folder.path] = self }
    }

    var root: String { folder.path }

    static func asset(_ identifier: String, time: Int) -> Asset {
        var asset = sampleAsset(identifier)
        asset.creation = CreationDate(time: Timestamp(milliseconds: Int64(time)), source: .metadata)
        return asset
    }

    /// The listing that a fetch gives now.
    func listing(_ types: MediaTypes = .any) -> [Asset] { state.withLock { $0.listing(types) } }

    func insert(_ identifier: String, time: Int, type: MediaType = .image) {
        var asset = Self.asset(identifier, time: time)
        asset.mediaType = type
        state.withLock { state in
            state.assets[identifier] = asset
            state.steps.append(.inserted([identifier]))
        }
    }

    func remove(_ identifier: String) {
        state.withLock { state in
            state.assets[identifier] = nil
            state.steps.append(.removed([identifier]))
        }
    }

    func update(_ identifier: String, _ change: @Sendable (inout Asset) -> Void) {
        state.withLock { state in
            guard var asset = state.assets[identifier] else { return }
            change(&asset)
            asset.contentTag += 1
            state.assets[identifier] = asset
            state.steps.append(.updated([identifier]))
        }
    }

    func open(_ backend: String = ScriptedBackends.detailed, threads: Int = 2) async throws -> PhotoLibrary {
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(root: root, backend: .path(backend), threads: threads),
            registry: ScriptedBackends.registry)
        try await library.requestAuthorization()
        return library
    }
}

extension PhotoShelf.State {
    func listing(_ types: MediaTypes) -> [Asset] {
        assets.values.filter { types.contains($0.mediaType) }.sorted { left, right in
            let times = (left.creation?.time.milliseconds ?? 0, right.creation?.time.milliseconds ?? 0)
            return times.0 == times.1 ? left.localIdentifier < right.localIdentifier : times.0 < times.1
        }
    }
}
