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

struct TooLate: Error, CustomStringConvertible {
    let what: String
    var description: String { "it did not happen in time that \(what)" }
}
