/// The Test Anything Protocol, version 13 (testanything.org).
enum TAPReport {
    static func text(_ report: ConformanceReport) -> String {
        let lines = report.checks.enumerated().map { line($0 + 1, $1) }
        return "TAP version 13\n1..\(report.checks.count)\n" + lines.joined() + "# \(report.summary)\n"
    }

    private static func line(_ number: Int, _ outcome: CheckOutcome) -> String {
        let isGood = !outcome.isBad && outcome.verdict != .harnessError
        let message = OneLine.text(outcome.message).replacing("#", with: "")
        let directive =
            switch outcome.verdict {
            case .skipped: " # SKIP \(message)"
            case .warning: " # TODO \(message)"
            default: outcome.waiver.map { " # TODO waived: \(OneLine.text($0))" } ?? ""
            }
        let details = isGood ? "" : "# \(outcome.verdict.rawValue): \(message)\n"
        return "\(isGood ? "ok" : "not ok") \(number) \(outcome.id)\(directive)\n\(details)"
    }
}
