internal import FoundationEssentials

/// One JSON object a line: each check with its rule, then the run.
enum JSONLinesReport {
    private struct Line: Encodable {
        let check: String
        let verdict: String
        let message: String
        let lastStep: String?
        let milliseconds: Int
        let waiver: String?
        let severity: String?
        let level: String?
        let clauses: [String]
        let sentence: String?
        let seed: UInt64?
        let steps: [String]?
    }

    private struct End: Encodable {
        let verdict: String
        let exitCode: Int32
        let plugin: String
        let sha256: String
        let level: String
        let filter: String?
        let kitVersion: String
        let counts: [String: Int]
    }

    static func text(_ report: ConformanceReport) -> String {
        let lines = report.checks.map { encoded(line($0)) }
        let counts = Dictionary(uniqueKeysWithValues: Verdict.allCases.map { ($0.rawValue, report.count($0)) })
        let end = End(
            verdict: report.verdict.text, exitCode: report.verdict.rawValue, plugin: report.plugin,
            sha256: report.sha256,
            level: report.level.rawValue, filter: report.filter, kitVersion: report.kitVersion, counts: counts)
        return (lines + [encoded(end)]).joined(separator: "\n") + "\n"
    }

    private static func line(_ outcome: CheckOutcome) -> Line {
        let check = CheckRegistry.check(outcome.id)
        return Line(
            check: outcome.id, verdict: outcome.verdict.rawValue, message: outcome.message, lastStep: outcome.lastStep,
            milliseconds: outcome.milliseconds, waiver: outcome.waiver, severity: check?.severity.rawValue,
            level: check?.level.rawValue, clauses: check?.clauses ?? [], sentence: check?.summary,
            seed: outcome.reproduction?.seed, steps: outcome.reproduction?.steps)
    }

    private static func encoded(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings and numbers alone: always encodes.
        return String(decoding: (try? encoder.encode(value)) ?? Data(), as: UTF8.self)
    }
}
