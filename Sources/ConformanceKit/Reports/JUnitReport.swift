/// JUnit XML as continuous integration reads it: a suite for each category.
enum JUnitReport {
    static func text(_ report: ConformanceReport) -> String {
        var categories: [String] = []
        for outcome in report.checks where !categories.contains(category(outcome)) {
            categories.append(category(outcome))
        }
        let suites = categories.map { name in suite(name, report.checks.filter { category($0) == name }) }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="picker conformance" tests="\(report.checks.count)">
            \(suites.joined(separator: "\n"))
            </testsuites>

            """
    }

    private static func category(_ outcome: CheckOutcome) -> String { String(outcome.id.prefix { $0 != "." }) }

    private static func suite(_ name: String, _ outcomes: [CheckOutcome]) -> String {
        let (failures, errors) = (outcomes.count { $0.isBad && $0.verdict == .failed }, outcomes.count(where: isError))
        let skipped = outcomes.count(where: isSkipped)
        let cases = outcomes.map(testCase).joined(separator: "\n")
        return """
              <testsuite name="\(name)" tests="\(outcomes.count)" failures="\(failures)" errors="\(errors)" skipped="\(skipped)">
            \(cases)
              </testsuite>
            """
    }

    private static func isError(_ outcome: CheckOutcome) -> Bool {
        (outcome.isBad && outcome.verdict != .failed) || outcome.verdict == .harnessError
    }

    private static func isSkipped(_ outcome: CheckOutcome) -> Bool {
        outcome.verdict == .skipped || outcome.waiver != nil
    }

    private static func testCase(_ outcome: CheckOutcome) -> String {
        let start = "    <testcase classname=\"\(category(outcome))\" name=\"\(Markup.escaped(outcome.id))\""
        let time = " time=\"\(Double(outcome.milliseconds) / 1000)\""
        let message = Markup.escaped(outcome.waiver.map { "waived: \($0)" } ?? outcome.message)
        let element = isSkipped(outcome) ? "skipped" : isError(outcome) ? "error" : outcome.isBad ? "failure" : ""
        if element.isEmpty { return start + time + "/>" }
        return start + time + "><\(element) message=\"\(message)\"/></testcase>"
    }
}

/// Text in XML and HTML.
enum Markup {
    /// By scalars: a mark of XML that an accent follows is one character with it, and a mark all the same.
    static func escaped(_ text: String) -> String {
        OneLine.text(text).unicodeScalars.map { scalar -> String in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            // What no document of XML may have (XML 1.0, 2.2).
            case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: String(scalar)
            }
        }.joined()
    }
}
