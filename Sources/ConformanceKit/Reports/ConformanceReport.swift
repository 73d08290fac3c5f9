internal import FoundationEssentials

/// The result of a run, which is valid only for the file that was checked.
public struct ConformanceReport: Sendable, Codable, Equatable {
    /// Version of this format.
    public var schema = 1
    /// `CheckRegistry.version` of the run.
    public var kitVersion: String
    /// Absolute path of the plugin.
    public var plugin: String
    /// SHA-256 of the plugin's file, in lower-case hexadecimal digits.
    public var sha256: String
    /// The last level whose checks were run.
    public var level: Level
    /// The filter that selected some of the checks; nil when all checks of the level were run.
    public var filter: String?
    /// "worker" when the plugin was called through a worker, and the checks of its process were skipped; otherwise nil.
    public var isolation: String?
    /// What the outcomes amount to.
    public var verdict: RunVerdict
    /// The outcomes, in the order of the registry.
    public var checks: [CheckOutcome]
    /// How many checks were not run, because one failed without which they say nothing or because the run ends with its first
    /// failure; nil when all were run.
    public var notRun: Int?
    /// True when the run was meant to end with its first finding, and did; otherwise nil.
    public var endedAtFirst: Bool?

    /// Checks with this verdict.
    public func count(_ verdict: Verdict) -> Int { checks.count { $0.verdict == verdict } }

    /// The report as JSON with sorted keys, ended by a line break.
    public func json() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Strings and numbers alone: always encodes.
        return Array((try? encoder.encode(self)) ?? Data()) + [UInt8(ascii: "\n")]
    }

    /// How much a report proves, for people.
    static let scope =
        "This speaks of an honest plugin: one that wants to deceive runs in the process that is checked, and can."

    /// One line for people.
    public var summary: String {
        var counts = Verdict.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.rawValue)" }
        if let notRun {
            let reason = endedAtFirst == true ? "after the first finding" : "for without that they say nothing"
            counts.append("\(notRun) not run, \(reason)")
        }
        let partial = filter.map { ", only checks with \"\($0)\"" } ?? ""
        return "\(verdict.text): \(counts.joined(separator: ", ")) (level \(level.rawValue)\(partial))"
    }
}

/// The verdict of a whole run; the numbers are the exit codes of `picker conformance`.
public enum RunVerdict: Int32, Sendable, Codable {
    /// No `must` failed.
    case conformant = 0
    /// A `must` failed.
    case failed = 1
    /// The kit failed, or no check was run.
    case harnessError = 2
    /// A check crashed or timed out.
    case crashed = 3
    /// Nothing failed, and this machine cannot run every check.
    case incomplete = 4

    /// The verdict that these outcomes amount to; waived failures do not count.
    public init(_ outcomes: [CheckOutcome]) {
        if outcomes.isEmpty || outcomes.contains(where: { $0.verdict == .harnessError }) {
            self = .harnessError
        } else if outcomes.contains(where: { $0.isBad && $0.verdict != .failed }) {
            self = .crashed
        } else if outcomes.contains(where: \.isBad) {
            self = .failed
        } else {
            self = outcomes.contains(where: \.isIncomplete) ? .incomplete : .conformant
        }
    }

    /// The verdict for people, without a period.
    public var text: String {
        switch self {
        case .conformant: "conformant"
        case .failed: "not conformant"
        case .harnessError: "the kit failed"
        case .crashed: "not conformant: it crashed or hung"
        case .incomplete: "incomplete: this machine cannot run every check"
        }
    }
}
