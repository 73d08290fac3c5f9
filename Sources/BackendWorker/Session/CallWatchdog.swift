internal import BackendAPI

/// Detects that a worker goes silent in a call, or goes on after the call was to end. A pure value.
struct CallWatchdog {
    let silenceLimit: UInt64
    let graceLimit: UInt64
    private var lastSign: UInt64
    /// Since when the host wants the call to end, and why.
    private var ending: (since: UInt64, status: picker_status)?

    init(_ program: WorkerProgram, now: UInt64) {
        silenceLimit = UInt64(program.silenceMilliseconds) * 1_000_000
        graceLimit = UInt64(program.graceMilliseconds) * 1_000_000
        lastSign = now
    }

    /// Notes that the worker sent something.
    mutating func heard(at now: UInt64) { lastSign = now }

    /// Notes whether the host wants the call to go on.
    mutating func answered(_ status: picker_status, at now: UInt64) {
        if status == PICKER_OK { ending = nil } else if ending == nil { ending = (now, status) }
    }

    /// Why the worker must be ended, and the status of the call then; nil if it may go on.
    func fault(at now: UInt64) -> (reason: String, status: picker_status)? {
        if let ending, now - ending.since >= graceLimit {
            let why = ending.status == PICKER_DEADLINE ? "went on after the deadline" : "went on after it was cancelled"
            return ("\(why), for \(graceLimit / 1_000_000) ms", ending.status)
        }
        guard now >= lastSign, now - lastSign >= silenceLimit else { return nil }
        return ("gave no sign of life for \(silenceLimit / 1_000_000) ms", PICKER_INTERNAL)
    }
}
