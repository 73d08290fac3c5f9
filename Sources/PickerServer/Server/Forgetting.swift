internal import PhotoModel
internal import SessionStorage

/// Forgets sessions, what was picked in them and sign-ins soon after their time is over, also where no program asks again.
struct Forgetting: Sendable {
    let store: any SessionStore

    /// Between two looks.
    private static let interval = Duration.seconds(600)

    /// Goes on until its task is cancelled.
    func run() async {
        while !Task.isCancelled {
            // What cannot be written now is forgotten the next time.
            try? await store.removeExpired(now: .now)
            try? await Task.sleep(for: Self.interval)
        }
    }
}
