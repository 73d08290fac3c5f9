internal import PhotoModel
internal import Synchronization

/// Passes the changes of a library on to everybody who listens.
final class ChangeHub: Sendable {
    private struct Listener {
        let continuation: AsyncStream<LibraryChange>.Continuation
        let isToldOfBeginnings: Bool
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var nextListener = 0
        var observation: CallControl?
        /// Whether the backend is in the call of this observation, so that it misses nothing from now on.
        var hasBegun = false
        var isFinished = false
    }

    /// What those are sent who asked for beginnings.
    private static let beginning = LibraryChange(.updated)

    private let state = Mutex(State())

    /// A stream of changes. A listener that is slow gets one `reload` for all that it missed.
    ///
    /// - Parameters:
    ///   - count: how many changes wait for the listener at most.
    ///   - tellsBeginnings: also send an `updated` without identifiers when the backend has begun to observe, at first
    ///     and after each swap. What changed between a fetch and that moment is not told otherwise.
    ///   - start: called with the observation's control for the first listener.
    func listen(
        buffered count: Int = 64, tellsBeginnings: Bool = false, _ start: (CallControl) -> Void
    ) -> AsyncStream<LibraryChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LibraryChange.self, bufferingPolicy: .bufferingNewest(count))
        let (number, control) = state.withLock { state -> (Int?, CallControl?) in
            guard !state.isFinished else { return (nil, nil) }
            defer { state.nextListener += 1 }
            state.listeners[state.nextListener] = Listener(
                continuation: continuation, isToldOfBeginnings: tellsBeginnings)
            if state.hasBegun, tellsBeginnings { continuation.yield(Self.beginning) }
            return (state.nextListener, state.observation == nil ? begin(&state) : nil)
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        if let control { start(control) }
        return stream
    }

    func send(_ change: LibraryChange) {
        Self.send(change, to: state.withLock { Array($0.listeners.values) })
    }

    private static func send(_ change: LibraryChange, to listeners: [Listener]) {
        for listener in listeners {
            // What was dropped from a full buffer is made good by a reload, which covers everything.
            if case .dropped = listener.continuation.yield(change) { listener.continuation.yield(.reload) }
        }
    }

    /// The backend was swapped: everybody fetches again, and the observation moves on to the new one.
    ///
    /// - Parameter start: called with an observation's control when there is none that could move on.
    func generationChanged(_ start: (CallControl) -> Void) {
        let control: CallControl? = state.withLock { state in
            if let observation = state.observation {
                observation.cancel()
                return nil
            }
            return begin(&state)
        }
        if let control { start(control) }
        send(.reload)
    }

    /// What follows an observation that ended: a new one when it was cancelled and somebody listens, else none until
    /// there is a new listener or a new backend.
    func observation(after ended: CallControl) -> CallControl? {
        state.withLock { state in
            (state.observation, state.hasBegun) = (nil, false)
            return ended.isCancelled ? begin(&state) : nil
        }
    }

    private func begin(_ state: inout State) -> CallControl? {
        guard !state.isFinished, !state.listeners.isEmpty else { return nil }
        // A backend tells what changes after it was called; that it was shows when it first asks whether to go on.
        let control = CallControl(onCheck: { [weak self] in self?.observationBegan($0) })
        state.observation = control
        return control
    }

    private func observationBegan(_ control: CallControl) {
        let listeners: [Listener] = state.withLock { state in
            guard state.observation === control, !state.hasBegun else { return [] }
            state.hasBegun = true
            return state.listeners.values.filter(\.isToldOfBeginnings)
        }
        Self.send(Self.beginning, to: listeners)
    }

    func finish() {
        let (listeners, observation) = state.withLock { state in
            state.isFinished = true
            defer { state.listeners = [:] }
            return (Array(state.listeners.values), state.observation)
        }
        observation?.cancel()
        listeners.forEach { $0.continuation.finish() }
    }

    private func remove(_ number: Int) {
        let observation: CallControl? = state.withLock { state in
            state.listeners[number] = nil
            return state.listeners.isEmpty ? state.observation : nil
        }
        observation?.cancel()
    }
}
