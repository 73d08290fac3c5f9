internal import FoundationEssentials

/// Lists checks, and explains one.
public enum CheckListing {
    private struct Entry: Encodable {
        let id: String
        let summary: String
        let clauses: [String]
        let severity: String
        let level: String
        let requirements: [String]
        let remedy: String

        /// Programs know these names.
        enum CodingKeys: String, CodingKey {
            case id, clauses, severity, level
            case summary = "sentence"
            case requirements = "needs"
            case remedy = "mend"
        }
    }

    /// A line for each check: id, severity, level, clauses, summary.
    public static func text(_ checks: [Check]) -> String {
        let width = checks.map(\.id.count).max() ?? 0
        return checks.map { check in
            let id = check.id + String(repeating: " ", count: width - check.id.count)
            let severity = check.severity == .must ? "must  " : "should"
            return
                "\(id)  \(severity)  \(check.level.rawValue)  \(check.clauses.joined(separator: " "))  \(check.summary)\n"
        }.joined()
    }

    /// The same as one JSON document.
    public static func json(_ checks: [Check]) -> String {
        let entries = checks.map { check in
            Entry(
                id: check.id, summary: check.summary, clauses: check.clauses, severity: check.severity.rawValue,
                level: check.level.rawValue, requirements: check.requirements.map(\.text), remedy: check.remedy)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Strings alone: always encodes.
        return String(decoding: (try? encoder.encode(entries)) ?? Data(), as: UTF8.self) + "\n"
    }

    /// What a check means, and how to fix what it finds.
    public static func explanation(_ check: Check) -> String {
        let requirements =
            check.requirements.isEmpty ? "every backend" : check.requirements.map(\.text).joined(separator: "; ")
        return """
            \(check.id)

              \(check.summary).

              rules     \(check.clauses.joined(separator: ", ")) of docs/abi.md
              severity  \(check.severity.rawValue)
              level     \(check.level.rawValue)
              for       \(requirements)

              To fix:   \(check.remedy)

            """
    }
}
