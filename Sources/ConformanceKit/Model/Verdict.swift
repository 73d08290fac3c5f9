/// How a check ended.
public enum Verdict: String, Sendable, Codable, CaseIterable {
    /// The summary of the check holds.
    case passed
    /// It does not hold, and it must.
    case failed
    /// The check's process died of a signal or ended by itself.
    case crashed
    /// It did not end within its time.
    case timedOut = "timed-out"
    /// Not applicable to what the plugin declares, or not possible on this machine; the message says which.
    case skipped
    /// A `should` is not kept.
    case warning
    /// The kit itself failed; nothing is said about the plugin.
    case harnessError = "harness-error"
}

/// Why a check's body stops before its end.
enum CheckStop: Error, Equatable {
    case failed(String)
    /// What the plugin declares makes the check inapplicable.
    case notApplicable(String)
    /// This machine cannot show it: the run is incomplete.
    case notPossibleHere(String)
    case harness(String)
}
