import Foundation
import TestSupport

/// Waits until `answer` gives one; for what another process does in its own time. Waits on a thread of its own, so that
/// it notices soon, however busy the other tests are.
func until<Answer: Sendable>(
    _ what: String, seconds: Int = 240, _ answer: @escaping @Sendable () throws -> Answer?
) async throws -> Answer {
    try await onThread {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < deadline {
            if let found = try answer() { return found }
            usleep(5000)
        }
        throw TooLate(what: what)
    }
}

/// The same for what is asked of other processes.
func until<Answer: Sendable>(
    _ what: String, seconds: Int = 240, _ answer: () async throws -> Answer?
) async throws -> Answer {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
        if let found = try await answer() { return found }
        try await Task.sleep(for: .milliseconds(5))
    }
    throw TooLate(what: what)
}

struct TooLate: Error, CustomStringConvertible {
    let what: String
    var description: String { "it did not happen in time that \(what)" }
}
