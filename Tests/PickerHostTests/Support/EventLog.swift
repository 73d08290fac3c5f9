import Dispatch
import Platform

/// Events of a test in order, which tasks can wait for.
final class EventLog: Sendable {
    private struct Waiter {
        let event: String
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var events: [String] = []
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())

    var events: [String] { state.withLock { $0.events } }

    func count(of event: String) -> Int { events.count { $0 == event } }

    func add(_ event: String) {
        let ready = state.withLock { state in
            state.events.append(event)
            let waiters = state.waiters
            state.waiters = waiters.filter { !Self.isMet($0.event, $0.count, state.events) }
            return waiters.filter { Self.isMet($0.event, $0.count, state.events) }
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Waits until an event was added `count` times.
    func wait(for event: String, count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                if Self.isMet(event, count, state.events) { return true }
                state.waiters.append(Waiter(event: event, count: count, continuation: continuation))
                return false
            }
            if isMet { continuation.resume() }
        }
    }

    private static func isMet(_ event: String, _ count: Int, _ events: [String]) -> Bool {
        events.count { $0 == event } >= count
    }
}

/// Holds a backend's thread until the test opens it; then lets everybody pass.
final class Latch: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func pass() {
        semaphore.wait()
        semaphore.signal()
    }
}
