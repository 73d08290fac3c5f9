internal import Platform

/// Answers of a store that were read in its current version. With the next version, all are forgotten.
///
/// What is revoked by any process is thus refused with the next request, as when each request read the store.
package final class ReadCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var version: StoreVersionValue?
        var values: [Key: Value] = [:]
    }

    private let capacity: Int
    private let version: (any StoreVersion)?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - capacity: with one more, all are forgotten.
    ///   - version: nil: nothing is kept.
    init(capacity: Int, version: (any StoreVersion)?) {
        self.capacity = capacity
        self.version = version
    }

    /// What is kept of `key`, or what `read` gives. Nothing is kept where it gives nil: there is no end of what does not exist.
    package func value(of key: Key, _ read: () async throws -> Value?) async throws -> Value? {
        // Found out before the store is read: what is committed meanwhile makes the answer old and not the other way round.
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
