internal import FoundationEssentials

/// Lists checks, and explains one.
public enum CheckListing {
    private struct Entry: Encodable {
        let id: String
        let sentence: String
        let clauses: [String]
        let severity: String
        let level: String
        let needs: [String]
        let mend: String
    }

    /// A line for each check: id, severity, level, clauses, sentence.
    public static func text(_ checks: [Check]) -> String {
        let width = checks.map(\.id.count).max() ?? 0
        return checks.map { check in
            let id = check.id + String(repeating: " ", count: width - check.id.count)
            let severity = check.severity == .must ? "must  " : "should"
            return
                "\(id)  \(severity)  \(check.level.rawValue)  \(check.clauses.joined(separator: " "))  \(check.sentence)\n"
        }.joined()
    }

    /// The same as one JSON document.
    public static func json(_ checks: [Check]) -> String {
        let entries = checks.map { check in
            Entry(
                id: check.id, sentence: check.sentence, clauses: check.clauses, severity: check.severity.rawValue,
                level: check.level.rawValue, needs: check.needs.map(\.text), mend: check.mend)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Strings alone: always encodes.
        return String(decoding: (try? encoder.encode(entries)) ?? Data(), as: UTF8.self) + "\n"
    }

    /// What a check means, and how to mend what it finds.
    public static func explanation(_ check: Check) -> String {
        let needs = check.needs.isEmpty ? "every backend" : check.needs.map(\.text).joined(separator: "; ")
        return """
            \(check.id)

              \(check.sentence).

              rules     \(check.clauses.joined(separator: ", ")) of docs/abi.md
              severity  \(check.severity.rawValue)
              level     \(check.level.rawValue)
              for       \(needs)

              To mend:  \(check.mend)

            """
    }
}
