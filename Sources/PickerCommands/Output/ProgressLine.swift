internal import Platform

/// A line on a terminal that says how far a command is. Silent elsewhere.
package final class ProgressLine: Sendable {
    private let isShown: Bool
    private let verb: String
    private let unit: String
    private let shown = Mutex(Shown())

    private struct Shown {
        var text = ""
        var time: ContinuousClock.Instant?
        /// Of the first call, and how far it was: what was there before says nothing of the speed.
        var start: (time: ContinuousClock.Instant, done: Int)?
    }

    /// - Parameter unit: of what is counted, when the verb does not say.
    package init(_ verb: String, unit: String = "", quiet: Bool) {
        self.verb = verb
        self.unit = unit.isEmpty ? "" : " " + unit
        isShown = !quiet && StandardError.isTerminal
    }

    /// Shows how far it is; ten times a second at most, for terminals are slow.
    ///
    /// - Parameter total: nil when it is not known.
    package func update(_ done: Int, of total: Int?) {
        guard isShown else { return }
        shown.withLock { shown in
            let now = ContinuousClock.now
            let start = shown.start ?? (now, done)
            shown.start = start
            if let time = shown.time, now - time < .milliseconds(100) { return }
            let text =
                (total.map { "\(verb) \(done) of \($0)\(unit)  \(Self.bar(done, $0))" } ?? "\(verb) \(done)\(unit)")
                + ProgressSpeed(of: done - start.done, in: now - start.time).text(left: total.map { $0 - done })
            guard text != shown.text else { return }
            shown.text = text
            shown.time = now
            StandardError.write("\r\u{1B}[2K\(text)")
        }
    }

    /// Takes the line away, when there is one.
    package func finish() {
        guard isShown, shown.withLock({ $0.time != nil }) else { return }
        StandardError.write("\r\u{1B}[2K")
    }

    /// How far it is as a picture. A backend may say any numbers.
    static func bar(_ done: Int, _ total: Int) -> String {
        let filled = total > 0 ? Int(min(20, Double(done) * 20 / Double(total))) : 20
        return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled) + "]"
    }
}
