internal import PhotoModel
internal import SessionStorage

/// Deletes sessions, what was picked in them, and sign-ins soon after they have expired, even if no program asks for
/// them.
struct Forgetting: Sendable {
    let store: any SessionStore

    /// The time between two rounds.
    private static let interval = Duration.seconds(600)

    /// Runs until its task is cancelled.
    func run() async {
        while !Task.isCancelled {
            // If the store cannot be written at the moment, the next round does it.
            try? await store.removeExpired(now: .now)
            try? await Task.sleep(for: Self.interval)
        }
    }
}
