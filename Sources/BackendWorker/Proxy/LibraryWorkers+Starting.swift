internal import BackendAPI
internal import Platform

extension LibraryWorkers {
    struct Refusal: Error { let status: picker_status }

    /// Nanoseconds for which the answer that the library cannot be opened is reused.
    private static let refusalTime: UInt64 = 1_000_000_000

    /// How a call gets the library's worker.
    private enum Step {
        case use(WorkerSession)
        case start, closed
        case refuse(seconds: Int)
        case refuseAgain(OpeningRefusal)
    }

    /// The worker that serves the library now, or a new one if it has ended and the next may be started.
    func current(for call: HostCall) -> Result<WorkerSession, Refusal> {
        // It may wait, because it has a thread of its own. Asking the host would report that the plugin observes.
        let isObservation = call.operation == .libraryObserve
        while true {
            let step: Step? = state.wait(milliseconds: 50) { next(&$0, mayWait: isObservation) }
            switch step {
            case .use(let session): return .success(session)
            case .closed: return .failure(Refusal(status: call.fail(PICKER_CLOSED, "the library is closed")))
            case .refuse(let seconds):
                return .failure(Refusal(status: call.fail(PICKER_INTERNAL, refusal(seconds: seconds))))
            case .refuseAgain(let refusal):
                call.write(refusal.details, refusal.message)
                return .failure(Refusal(status: refusal.status))
            case .start:
                if let refusal = restart(call) { return .failure(refusal) }
            case nil:
                let answer = isObservation ? PICKER_OK : call.answer
                if answer != PICKER_OK { return .failure(Refusal(status: call.fail(answer, "the call was to end"))) }
            }
        }
    }

    /// The next step of a call; nil if it waits for another call's worker, or until one may be started. Called under
    /// the lock.
    private func next(_ state: inout State, mayWait: Bool) -> Step? {
        if state.isShutDown, state.session?.ending != nil || state.session == nil { return .closed }
        if let session = state.session {
            guard let end = session.ending else { return .use(session) }
            note(end, &state)
        }
        guard !state.isStarting else { return nil }
        let now = MonotonicTime.now
        if !mayWait, let seconds = state.restarts.refusalSeconds(at: now) { return .refuse(seconds: seconds) }
        guard state.restarts.isDue(at: now) else { return nil }
        if !mayWait, let refusal = state.openingRefusal, now < refusal.end { return .refuseAgain(refusal) }
        state.isStarting = true
        return .start
    }

    private func refusal(seconds: Int) -> String {
        "the workers of backend \(backend.name) ended one after the other before they had answered anything; another one is "
            + "started in \(seconds) s"
    }

    /// Notes that a worker ended. Called under the lock.
    private func note(_ end: ExitReason, _ state: inout State) {
        state.session = nil
        state.restarts.ended(at: MonotonicTime.now, isFromOutside: end.isFromOutside)
        let loss = WorkerFailure(end: end)
        let next =
            state.restarts.refusalSeconds(at: MonotonicTime.now)
            .map { "it is not the first that did so at once; another one is started in \($0) s" }
            ?? "another one is started"
        backend.host.log(UInt32(PICKER_LOG_WARNING), "\(backend.message(of: loss)); \(next)")
    }

    /// Starts the next worker.
    ///
    /// - Returns: why there is none; nil if there is one, or another one should be started.
    private func restart(_ call: HostCall) -> Refusal? {
        let result: Result<(WorkerSession?, picker_status), WorkerFailure>
        do throws(WorkerFailure) {
            result = .success(
                try start(
                    HostCall(.backendOpenLibrary, call.operation == .libraryObserve ? nil : call.call, call.error)))
        } catch {
            result = .failure(error)
        }
        let refusal = openingRefusal(result, call)
        state.withLock { state in
            state.isStarting = false
            state.openingRefusal = refusal
            switch result {
            case .success((let session?, _)) where !state.isShutDown:
                state.session = session
                state.restarts.started()
            // The library was closed meanwhile, or the plugin refused to open it, for which its worker is not to blame.
            case .success: break
            case .failure(let loss):
                state.restarts.ended(at: MonotonicTime.now, isFromOutside: loss.end.isFromOutside)
            }
        }
        state.wakeAll()
        switch result {
        case .success((nil, let status)): return Refusal(status: status)
        case .success: return nil
        // The call starts another worker, as long as `RestartDelay` permits it.
        case .failure(let loss) where loss.end.isFromOutside && !isShutDown: return nil
        case .failure(let loss): return Refusal(status: call.fail(loss.status, backend.message(of: loss)))
        }
    }

    /// The refusal to reuse for other calls. Nil also if the call was to end, which says nothing about the library.
    private func openingRefusal(
        _ result: Result<(WorkerSession?, picker_status), WorkerFailure>, _ call: HostCall
    ) -> OpeningRefusal? {
        guard case .success((nil, let status)) = result else { return nil }
        if call.operation != .libraryObserve, call.answer != PICKER_OK { return nil }
        if status == PICKER_CANCELLED || status == PICKER_DEADLINE || status == PICKER_CLOSED { return nil }
        let (details, message) = call.written
        return OpeningRefusal(
            status: status, details: details, message: message, end: MonotonicTime.now + Self.refusalTime)
    }

    /// Starts a worker and opens the library in it.
    func start(_ opening: HostCall) throws(WorkerFailure) -> (WorkerSession?, picker_status) {
        let (session, entered) = try backend.start(in: sandbox, opening.error)
        guard let session else { return (nil, entered) }
        var call = opening
        let request = request
        call.arguments = { writer throws(WireError) in writer.append(request) }
        guard let message = try? call.message() else { return (nil, PICKER_TOO_LARGE) }
        let status = try session.perform(call, message, host: backend.host) { [self] in isShutDown }
        return (status == PICKER_OK ? session : nil, status)
    }
}
