internal import Platform

/// A line on a terminal that shows the progress of a command. Shows nothing if standard error is not a terminal.
package final class ProgressLine: Sendable {
    private let isShown: Bool
    private let verb: String
    private let unit: String
    private let shown = Mutex(Shown())

    private struct Shown {
        var text = ""
        var time: ContinuousClock.Instant?
        /// Time and count of the first update: what was done before says nothing about the speed.
        var start: (time: ContinuousClock.Instant, done: Int)?
    }

    /// - Parameter unit: what is counted, if the verb does not say it.
    package init(_ verb: String, unit: String = "", quiet: Bool) {
        self.verb = verb
        self.unit = unit.isEmpty ? "" : " " + unit
        isShown = !quiet && StandardError.isTerminal
    }

    /// Shows the progress, at most ten times a second because terminals are slow.
    ///
    /// - Parameter total: nil if it is not known.
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
            StandardError.write("\r\u{1B}[2K\(Self.beginning(of: text))")
        }
    }

    /// As much of the text as fits on a line of the terminal: of what goes on below it, only the last line could be erased.
    private static func beginning(of text: String) -> String {
        guard let columns = Descriptor.standardError.terminalColumns else { return text }
        return String(text.prefix(columns - 1))
    }

    /// Erases the line, if it was shown.
    package func finish() {
        guard isShown, shown.withLock({ $0.time != nil }) else { return }
        StandardError.write("\r\u{1B}[2K")
    }

    /// The progress as a bar of 20 characters. The numbers come from a backend, so `done` may be greater than `total`.
    static func bar(_ done: Int, _ total: Int) -> String {
        let filled = total > 0 ? Int(min(20, Double(done) * 20 / Double(total))) : 20
        return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled) + "]"
    }
}
