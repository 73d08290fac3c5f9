internal import PhotoModel
internal import Platform

/// Passes the changes of a library on to all listeners.
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
        /// The observation before failed: what changed until the next one begins was not reported.
        var isBehind = false
        var isFinished = false
        /// Changes that were reported.
        var count = 0
    }

    /// What those are sent who asked for beginnings.
    private static let beginning = LibraryChange(.current)

    private let state = Mutex(State())
    /// Hears of what the backend reports, before any listener does.
    private let onChange: @Sendable (LibraryChange) -> Void

    init(onChange: @escaping @Sendable (LibraryChange) -> Void = { _ in }) { self.onChange = onChange }

    /// A stream of changes. A listener that is slow gets one `reload` for all that it missed.
    ///
    /// - Parameters:
    ///   - count: how many changes wait for the listener at most.
    ///   - includingSubscriptionStart: also send a `current` when the backend has begun to observe, at first and
    ///     after each swap. What changed between a fetch and that moment is not reported otherwise.
    ///   - start: called with the observation's control for the first listener.
    func listen(
        buffered count: Int = 64, includingSubscriptionStart: Bool = false, _ start: (CallControl) -> Void
    ) -> AsyncStream<LibraryChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LibraryChange.self, bufferingPolicy: .bufferingNewest(count))
        let (number, control) = state.withLock { state -> (Int?, CallControl?) in
            guard !state.isFinished else { return (nil, nil) }
            defer { state.nextListener += 1 }
            state.listeners[state.nextListener] = Listener(
                continuation: continuation, isToldOfBeginnings: includingSubscriptionStart)
            if state.hasBegun, includingSubscriptionStart { continuation.yield(Self.beginning) }
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

    /// How many changes were reported; grows before listeners hear of one.
    var count: Int { state.withLock(\.count) }

    /// The backend reported a change, or that there is none.
    func send(_ change: LibraryChange) {
        guard change.kind != .current else { return }
        onChange(change)
        sendToAll(change)
    }

    private func sendToAll(_ change: LibraryChange) {
        let listeners = state.withLock { state in
            state.count += 1
            return Array(state.listeners.values)
        }
        Self.send(change, to: listeners)
    }

    private static func send(_ change: LibraryChange, to listeners: [Listener]) {
        for listener in listeners {
            // What was dropped from a full buffer is made good by a reload, which covers everything.
            if case .dropped = listener.continuation.yield(change) { listener.continuation.yield(.reload) }
        }
    }

    /// The backend was swapped: all listeners fetch again, and the new one is observed. The observation of the former one is
    /// cancelled, and not waited for: a backend that does not come back from it would keep back the changes of the new one.
    ///
    /// - Parameter start: called with the control of the new observation, unless there are no listeners.
    func generationChanged(_ start: (CallControl) -> Void) {
        let (former, next) = state.withLock { state -> (CallControl?, CallControl?) in
            let former = state.observation
            (state.observation, state.hasBegun) = (nil, false)
            return (former, begin(&state))
        }
        former?.cancel()
        sendToAll(.reload)
        if let next { start(next) }
    }

    /// What follows an observation that ended: a new one when it failed, and there are listeners, else none until there is a
    /// new listener or a new backend. None either when it was cancelled, because the backend was swapped or the last listener
    /// went: what is observed since then, if anything, is so already.
    func observation(after ended: CallControl, isBroken: Bool = false) -> CallControl? {
        state.withLock { state -> CallControl? in
            guard state.observation === ended else { return nil }
            (state.observation, state.hasBegun) = (nil, false)
            if isBroken { state.isBehind = true }
            return isBroken ? begin(&state) : nil
        }
    }

    /// Whether this observation was not given up, as after a swap.
    func isCurrent(_ observation: CallControl) -> Bool { state.withLock { $0.observation === observation } }

    private func begin(_ state: inout State) -> CallControl? {
        guard !state.isFinished, !state.listeners.isEmpty else { return nil }
        // A backend reports what changes after it was called; that it was shows when it first asks whether to go on.
        let control = CallControl(onCheck: { [weak self] in self?.observationBegan($0) })
        state.observation = control
        return control
    }

    private func observationBegan(_ control: CallControl) {
        let (listeners, isBehind): ([Listener], Bool) = state.withLock { state in
            guard state.observation === control, !state.hasBegun else { return ([], false) }
            state.hasBegun = true
            if state.isBehind { state.count += 1 }
            defer { state.isBehind = false }
            let all = state.listeners.values
            return state.isBehind ? (Array(all), true) : (all.filter(\.isToldOfBeginnings), false)
        }
        if isBehind { onChange(.reload) }
        Self.send(isBehind ? .reload : Self.beginning, to: listeners)
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

    /// The observation ends with its last listener. As after a swap it is not waited for: a backend that does not come back
    /// from it would keep back the changes from the next listener.
    private func remove(_ number: Int) {
        let observation: CallControl? = state.withLock { state in
            state.listeners[number] = nil
            guard state.listeners.isEmpty else { return nil }
            defer { (state.observation, state.hasBegun) = (nil, false) }
            return state.observation
        }
        observation?.cancel()
    }
}
