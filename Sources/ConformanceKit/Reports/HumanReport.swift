/// A report for a terminal: what did not pass, with what to do about it, and a last line with the verdict.
public enum HumanReport {
    static func text(_ report: ConformanceReport) -> String {
        let groups = FindingGroups(report.checks)
        let shown = report.checks.filter { $0.verdict != .passed && groups.leaders[$0.id] == nil }
        return shown.map { entry($0) + same(groups.others[$0.id] ?? []) }.joined()
            + "\(OneLine.text(report.plugin))\nSHA-256 \(report.sha256)\n\(ConformanceReport.scope)\n\(report.summary)\n"
    }

    /// One check: its verdict, what was found, and for a failure its rule and how to fix it.
    public static func entry(_ outcome: CheckOutcome) -> String {
        let waiver = outcome.waiver.map { " (waived: \(OneLine.text($0)))" } ?? ""
        var lines = ["\(outcome.verdict.rawValue): \(outcome.id)" + waiver]
        if !outcome.message.isEmpty { lines.append("    " + OneLine.text(outcome.message)) }
        if let step = outcome.tellingStep { lines.append("    \(step.title): " + OneLine.text(step.text)) }
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

    /// Which other checks found the same.
    private static func same(_ others: [String]) -> String {
        guard !others.isEmpty else { return "" }
        let count = others.count == 1 ? "1 other check" : "\(others.count) other checks"
        return "    the same in \(count): \(others.joined(separator: ", "))\n"
    }
}

extension CheckOutcome {
    /// The step that helps to find the cause, and what to call it; nil when the message says it already.
    var tellingStep: (title: String, text: String)? {
        guard let step = lastStep, !step.isEmpty, verdict != .skipped, !message.hasPrefix(step) else { return nil }
        return (verdict == .failed || verdict == .warning ? "found after" : "last step", step)
    }
}

/// Texts that may come from a plugin, for one line.
enum OneLine {
    static func text(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
