internal import BackendAPI
internal import SystemThreads

extension LibraryWorkers {
    struct Refusal: Error { let status: picker_status }

    /// The worker that serves the library now; a fresh one, when that has ended and it is time for one.
    func current(for call: HostCall) -> Result<WorkerSession, Refusal> {
        enum Step {
            case use(WorkerSession)
            case start, closed
        }
        while true {
            let step: Step? = state.wait(milliseconds: 50) { state in
                if state.isShutDown, state.session?.ending != nil || state.session == nil { return .closed }
                if let session = state.session {
                    guard let end = session.ending else { return .use(session) }
                    note(end, &state)
                }
                guard !state.isStarting, state.restarts.isDue(at: MonotonicTime.now) else { return nil }
                state.isStarting = true
                return .start
            }
            switch step {
            case .use(let session): return .success(session)
            case .closed: return .failure(Refusal(status: call.fail(PICKER_CLOSED, "the library is closed")))
            case .start:
                if let refusal = restart(call) { return .failure(refusal) }
            case nil:
                // To be asked tells a host that the plugin observes.
                let answer = call.operation == .observe ? PICKER_OK : call.answer
                if answer != PICKER_OK { return .failure(Refusal(status: call.fail(answer, "the call was to end"))) }
            }
        }
    }

    /// Takes notice that a worker ended; under the lock.
    private func note(_ end: WorkerEnd, _ state: inout State) {
        state.session = nil
        state.restarts.ended(at: MonotonicTime.now)
        let loss = WorkerLoss(end: end)
        backend.host.log(UInt32(PICKER_LOG_WARNING), "\(backend.message(of: loss)); another one is started")
    }

    /// - Returns: why there is none.
    private func restart(_ call: HostCall) -> Refusal? {
        let result: Result<(WorkerSession?, picker_status), WorkerLoss>
        do throws(WorkerLoss) {
            result = .success(
                try start(HostCall(.open, call.operation == .observe ? nil : call.call, call.error), spare: nil))
        } catch {
            result = .failure(error)
        }
        state.withLock { state in
            state.isStarting = false
            if case .success((let session?, _)) = result, !state.isShutDown {
                state.session = session
                state.restarts.started(at: MonotonicTime.now)
            } else {
                state.restarts.ended(at: MonotonicTime.now)
            }
        }
        state.wakeAll()
        switch result {
        case .success((nil, let status)): return Refusal(status: status)
        case .success: return nil
        case .failure(let loss): return Refusal(status: call.fail(loss.status, backend.message(of: loss)))
        }
    }

    /// A worker in which the library is open.
    func start(
        _ opening: HostCall, spare: WorkerSession?
    ) throws(WorkerLoss) -> (WorkerSession?, picker_status) {
        var session = spare
        if session == nil {
            let (fresh, status) = try backend.start(opening.error)
            guard let fresh else { return (nil, status) }
            session = fresh
        }
        guard let session else { return (nil, PICKER_INTERNAL) }
        var call = opening
        let request = request
        call.arguments = { writer throws(WireError) in writer.append(request) }
        guard let message = try? call.message() else { return (nil, PICKER_TOO_LARGE) }
        session.confine(to: places)
        let status = try session.perform(call, message, host: backend.host) { [self] in isShutDown }
        return (status == PICKER_OK ? session : nil, status)
    }
}
