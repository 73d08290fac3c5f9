internal import Synchronization

/// A line on a terminal that says how far a command is. Silent elsewhere.
final class ProgressLine: Sendable {
    private let isShown: Bool
    private let verb: String
    private let shown = Mutex("")

    init(_ verb: String, quiet: Bool) {
        self.verb = verb
        isShown = !quiet && StandardError.isTerminal
    }

    /// - Parameter total: nil when it is not known.
    func update(_ done: Int, of total: Int?) {
        guard isShown else { return }
        let text = total.map { "\(verb) \(done) of \($0)  \(Self.bar(done, $0))" } ?? "\(verb) \(done)"
        shown.withLock { shown in
            guard text != shown else { return }
            shown = text
            StandardError.write("\r\u{1B}[2K\(text)")
        }
    }

    func finish() {
        guard isShown else { return }
        StandardError.write("\r\u{1B}[2K")
    }

    private static func bar(_ done: Int, _ total: Int) -> String {
        let filled = total > 0 ? min(20, done * 20 / total) : 20
        return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled) + "]"
    }
}
