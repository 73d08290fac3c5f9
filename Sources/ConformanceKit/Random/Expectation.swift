internal import BackendAPI

/// Which answers to a call of a sequence are right.
struct Expectation {
    /// One of these must come; empty: `PICKER_OK`.
    var demanded: Set<picker_status> = []
    /// These may come instead.
    var allowed: Set<picker_status> = []

    static let ok = Expectation()

    init(_ demanded: Set<picker_status> = []) { self.demanded = demanded }

    /// Adds a reason to refuse the call.
    mutating func demand(_ status: picker_status, if condition: Bool = true) {
        if condition { demanded.insert(status) }
    }
}

/// The kit's end of one call of a sequence.
struct SequenceProbes {
    let control: CallProbe
    let plan: SequenceControl

    /// - Parameter deadline: on `Clock`; nil: as planned.
    init(_ plan: SequenceControl, deadline: UInt64? = nil) {
        self.plan = plan
        // A moment that has passed on every clock.
        let deadline = deadline ?? (plan.isLate ? 1 : 0)
        control =
            plan.cancelAfter.map { CallProbe(deadline: deadline, answering: PICKER_CANCELLED, afterChecks: $0) }
            ?? CallProbe(deadline: deadline)
    }

    /// Fails unless the call went as the ABI says; whether it worked is what comes back.
    func judge(
        _ reply: Reply, _ expectation: Expectation = .ok, sink: SinkProbe? = nil
    ) throws(CheckStop) -> Bool {
        try judgeProbes(reply, sink)
        var wanted = expectation.demanded.isEmpty ? [PICKER_OK] : expectation.demanded
        // A call that is cancelled from the first check on, and has emitted nothing yet, must not succeed (R12.2).
        let wasRefused = control.checkCount > 0 && (plan.isLate || plan.cancelAfter == 1) && (sink?.count ?? 0) == 0
        if wasRefused { wanted.remove(PICKER_OK) }
        if control.changedAt != 0 { wanted.formUnion([PICKER_CANCELLED, PICKER_DEADLINE]) }
        if plan.isLate { wanted.insert(PICKER_DEADLINE) }
        wanted.formUnion(expectation.allowed)
        guard wanted.contains(reply.status) else {
            let names = wanted.sorted().map(Status.name).joined(separator: " or ")
            throw .failed("the answer is \(reply.described), expected \(names)")
        }
        return reply.status == PICKER_OK
    }

    private func judgeProbes(_ reply: Reply, _ sink: SinkProbe?) throws(CheckStop) {
        if reply.error.isOverrun { throw .failed("the message was written past its capacity") }
        if reply.status == PICKER_OK, !reply.error.isUntouched { throw .failed("*error was touched with PICKER_OK") }
        if !reply.message.isValid { throw .failed("the message is not UTF-8") }
        if let fault = control.progressFault { throw .failed("progress: \(fault)") }
        guard let sink else { return }
        if sink.afterStop > 0 { throw .failed("\(sink.afterStop) records came after PICKER_STOP") }
        if sink.onOtherThread > 0 { throw .failed("\(sink.onOtherThread) records came on another thread") }
    }
}
