internal import CoreMetrics
internal import Hummingbird
internal import SessionStorage

/// Counts who got in and who was refused, which shows guessing, and programs that go on with a revoked token.
enum AccessMetrics {
    static func countSignIn(by method: StoredSignIn.Method) {
        Counter(label: "picker_sign_ins", dimensions: [("method", method.rawValue)]).increment()
    }

    /// Counts an error if it is a refusal; other errors say nothing about who asks.
    static func count(_ error: ServerError, for request: Request) {
        guard refusals.contains(error.name) || error.status.code == 421 else { return }
        let asker = ClientRoutes.serves(request.uri.path) ? "program" : "browser"
        // All labels come from fixed lists of this server. What strangers send is in none of them.
        Counter(
            label: "picker_refusals",
            dimensions: [
                ("asker", asker), ("code", String(error.status.code)), ("reason", error.reason ?? error.name),
            ]
        ).increment()
    }

    private static let refusals: Set = ["UNAUTHENTICATED", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED"]
}
