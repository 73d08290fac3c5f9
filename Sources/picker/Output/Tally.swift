internal import Synchronization

/// Counts from 1, on any thread.
final class Tally: Sendable {
    private let count = Atomic(0)
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
