/// A report for a terminal: what did not pass, with what to do about it, and a last line with the verdict.
public enum HumanReport {
    static func text(_ report: ConformanceReport) -> String {
        let shown = report.checks.filter { $0.verdict != .passed }
        return shown.map(entry).joined() + "\(report.plugin)\nSHA-256 \(report.sha256)\n\(report.summary)\n"
    }

    /// One check: its verdict, what was found, and for a failure its rule and how to fix it.
    public static func entry(_ outcome: CheckOutcome) -> String {
        var lines = ["\(outcome.verdict.rawValue): \(outcome.id)" + (outcome.waiver.map { " (waived: \($0))" } ?? "")]
        if !outcome.message.isEmpty { lines.append("    " + OneLine.text(outcome.message)) }
        if let step = outcome.lastStep, outcome.verdict != .skipped {
            lines.append("    last step: " + OneLine.text(step))
        }
        if outcome.verdict != .skipped, let check = CheckRegistry.check(outcome.id) {
            lines.append("    \(check.clauses.joined(separator: ", ")): \(check.summary)")
            lines.append("    fix: \(check.remedy)")
        }
        if let reproduction = outcome.reproduction {
            lines.append("    the calls, of seed \(reproduction.seed):")
            lines += reproduction.text.split(separator: "\n").map { "        " + OneLine.text(String($0)) }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// Texts that may come from a plugin, for one line.
enum OneLine {
    static func text(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
