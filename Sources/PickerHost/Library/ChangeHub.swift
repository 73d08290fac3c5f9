internal import PhotoModel
internal import Synchronization

/// Passes the changes of a library on to everybody who listens.
final class ChangeHub: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<LibraryChange>.Continuation] = [:]
        var nextListener = 0
        var observation: CallControl?
        var isFinished = false
    }

    private let state = Mutex(State())

    /// A stream of changes. A listener that is slow gets one `reload` for all that it missed.
    ///
    /// - Parameters:
    ///   - count: how many changes wait for the listener at most.
    ///   - start: called with the observation's control for the first listener.
    func listen(buffered count: Int = 64, _ start: (CallControl) -> Void) -> AsyncStream<LibraryChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LibraryChange.self, bufferingPolicy: .bufferingNewest(count))
        let (number, control) = state.withLock { state -> (Int?, CallControl?) in
            guard !state.isFinished else { return (nil, nil) }
            defer { state.nextListener += 1 }
            state.listeners[state.nextListener] = continuation
            return (state.nextListener, state.observation == nil ? Self.begin(&state) : nil)
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
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners {
            // What was dropped from a full buffer is made good by a reload, which covers everything.
            if case .dropped = listener.yield(change) { listener.yield(.reload) }
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
            return Self.begin(&state)
        }
        if let control { start(control) }
        send(.reload)
    }

    /// What follows an observation that ended: a new one when it was cancelled and somebody listens, else none until
    /// there is a new listener or a new backend.
    func observation(after ended: CallControl) -> CallControl? {
        state.withLock { state in
            state.observation = nil
            return ended.isCancelled ? Self.begin(&state) : nil
        }
    }

    private static func begin(_ state: inout State) -> CallControl? {
        guard !state.isFinished, !state.listeners.isEmpty else { return nil }
        let control = CallControl()
        state.observation = control
        return control
    }

    func finish() {
        let (listeners, observation) = state.withLock { state in
            state.isFinished = true
            defer { state.listeners = [:] }
            return (Array(state.listeners.values), state.observation)
        }
        observation?.cancel()
        listeners.forEach { $0.finish() }
    }

    private func remove(_ number: Int) {
        let observation: CallControl? = state.withLock { state in
            state.listeners[number] = nil
            return state.listeners.isEmpty ? state.observation : nil
        }
        observation?.cancel()
    }
}
