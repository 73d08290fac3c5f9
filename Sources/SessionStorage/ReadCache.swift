internal import Platform

/// Caches answers that were read in the current version of a store. All of them are dropped when the version changes.
///
/// So whatever is revoked by any process is refused with the next request, as if each request read the store.
package final class ReadCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var version: StoreVersionValue?
        var values: [Key: Value] = [:]
    }

    private let capacity: Int
    private let version: (any StoreVersion)?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - capacity: the most answers; with one more, all are dropped.
    ///   - version: the version of the store; nil: nothing is cached.
    init(capacity: Int, version: (any StoreVersion)?) {
        self.capacity = capacity
        self.version = version
    }

    /// The cached answer for `key`, or the result of `read`. A result of nil is not cached: there is no limit to the
    /// number of things that do not exist.
    package func value(of key: Key, _ read: () async throws -> Value?) async throws -> Value? {
        // Get the version before reading: if something is committed in between, the answer only counts as older than it
        // is, never as newer.
        guard let current = await version?.current else { return try await read() }
        let kept: Value? = state.withLock { state in
            if state.version != current { state = State(version: current) }
            return state.values[key]
        }
        if let kept { return kept }
        guard let value = try await read() else { return nil }
        state.withLock { state in
            guard state.version == current else { return }
            if state.values.count >= capacity { state.values = [:] }
            state.values[key] = value
        }
        return value
    }
}
