/// The checks without which the others mean nothing: if one of them fails, the run ends with that one finding.
enum RunGate {
    /// In the order in which they are run, before all others and one at a time.
    private static let identifiers = ["static.elf", "static.loads", "negotiation.today"]

    /// The indices of those among the checks of a run.
    static func indices(of checks: [Check]) -> [Int] {
        identifiers.compactMap { identifier in checks.firstIndex { $0.id == identifier } }
    }
}
