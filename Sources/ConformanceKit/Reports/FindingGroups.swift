/// Findings that have one cause, as far as they look alike: it is told once.
struct FindingGroups {
    /// The ids of the other checks that found the same, by the first that did.
    private(set) var others: [String: [String]] = [:]
    /// The first check that found the same, by the others.
    private(set) var leaders: [String: String] = [:]

    init(_ outcomes: [CheckOutcome]) {
        var first: [String: String] = [:]
        for outcome in outcomes {
            guard let key = Self.key(outcome) else { continue }
            if let leader = first[key] {
                others[leader, default: []].append(outcome.id)
                leaders[outcome.id] = leader
            } else {
                first[key] = outcome.id
            }
        }
    }

    /// What is the same in findings of one cause; nil for what is told by itself.
    private static func key(_ outcome: CheckOutcome) -> String? {
        guard outcome.waiver == nil, outcome.reproduction == nil, !outcome.message.isEmpty else { return nil }
        switch outcome.verdict {
        case .crashed, .timedOut:
            // In the same function: arguments differ from check to check.
            let function = outcome.lastStep?.split(separator: " ").first ?? ""
            return "\(outcome.verdict.rawValue) \(function) \(outcome.message)"
        case .failed, .warning, .skipped, .harnessError: return "\(outcome.verdict.rawValue) \(outcome.message)"
        case .passed: return nil
        }
    }
}
