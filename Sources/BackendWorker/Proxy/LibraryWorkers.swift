internal import BackendAPI
internal import Platform

/// The workers that serve one library, one after the other: the current one, and how the next one is started.
final class LibraryWorkers: Sendable {
    struct State {
        var session: WorkerSession?
        var restarts = RestartDelay()
        var isStarting = false
        var isShutDown = false
        /// Whether a call is being repeated. Only one is at a time: a call that ends every worker must not harm calls
        /// that are repeated because of it.
        var isRepeating = false
        /// The number of calls that are repeated alone, or wait for that, and the worker for them.
        var repetitions = 0
        var alone: WorkerSession?
        var refused = RefusedAssets()
        /// Why the plugin could not open the library again; nil if it could, or was not asked.
        var openingRefusal: OpeningRefusal?
    }

    /// The answer of a plugin that could not open the library in a new worker. The worker is not to blame and ended
    /// normally.
    struct OpeningRefusal {
        let status: picker_status
        let details: ErrorDetails
        let message: [UInt8]
        /// Until then, other calls get the same answer, and no worker is started for them.
        let end: UInt64
    }

    /// A call whose worker was ended from outside is not to blame and is made again in the next one, until this many
    /// workers were ended.
    private static let blamelessLimit = 5

    let backend: BackendProxy
    /// The open request, encoded for the wire.
    let request: [UInt8]
    let sandbox: Sandbox
    let state = Monitor(State())

    init(_ backend: BackendProxy, _ request: [UInt8], _ sandbox: Sandbox) {
        self.backend = backend
        self.request = request
        self.sandbox = sandbox
    }

    /// How a call ended, and on which worker.
    struct Outcome {
        var status: picker_status
        var session: WorkerSession?
    }

    var isShutDown: Bool { state.withLock { $0.isShutDown } }

    // MARK: Calls

    /// Opens the library for the first time.
    func open(_ opening: HostCall) -> picker_status {
        var failure: WorkerFailure?
        // The spare worker cannot be confined to the library, and what it answered is known here.
        backend.destroy()
        for _ in 0..<2 {
            do throws(WorkerFailure) {
                let (session, status) = try start(opening)
                if let session { state.withLock { $0.session = session } }
                return status
            } catch {
                failure = error
                if error.isOwnFault { break }
            }
        }
        guard let failure else { return PICKER_INTERNAL }
        return opening.fail(failure.status, backend.message(of: failure))
    }

    func perform(_ call: HostCall, isRepeatable: Bool) -> Outcome {
        let message: [UInt8]
        do throws(WireError) { message = try call.message(limits: backend.host.limits()) } catch {
            return Outcome(status: call.fail(error))
        }
        if let refusal = refusal(of: call) { return refusal }
        let first = attempting(call, isRepeatable: isRepeatable) { () throws(WorkerFailure) -> Outcome in
            do throws(WorkerFailure) {
                return try attempt(call, message)
            } catch {
                if let asset = call.asset, error.isHang, !isShutDown { note(asset, error, endings: 1) }
                throw error
            }
        }
        if let first { return first }
        if let asset = call.asset { return repeatAlone(call, message, asset: asset) }
        return repeating(call) { () throws(WorkerFailure) -> Outcome in try attempt(call, message) }
    }

    /// Makes a call, and makes it again as long as its workers are ended from outside, for which it is not to blame.
    ///
    /// - Returns: nil if its worker ended by itself, and the call is to be made a second time.
    func attempting(
        _ call: HostCall, isRepeatable: Bool = true, _ attempt: () throws(WorkerFailure) -> Outcome
    ) -> Outcome? {
        var blameless = 0
        while true {
            do throws(WorkerFailure) {
                return try attempt()
            } catch {
                guard isRepeatable, !error.isOwnFault, !error.hasDelivered, !isShutDown else {
                    return ended(call, error)
                }
                guard error.end.isFromOutside else { return nil }
                blameless += 1
                guard blameless < Self.blamelessLimit else { return ended(call, error) }
            }
        }
    }

    /// Makes one call once.
    func attempt(_ call: HostCall) throws(WorkerFailure) -> Outcome {
        let message: [UInt8]
        do throws(WireError) { message = try call.message(limits: backend.host.limits()) } catch {
            return Outcome(status: call.fail(error))
        }
        return try attempt(call, message)
    }

    private func attempt(_ call: HostCall, _ message: [UInt8]) throws(WorkerFailure) -> Outcome {
        switch current(for: call) {
        case .failure(let refusal): return Outcome(status: refusal.status)
        case .success(let session):
            let status = try session.perform(call, message, host: backend.host) { [self] in isShutDown }
            state.withLock { if $0.session === session { $0.restarts.served() } }
            return Outcome(status: status, session: session)
        }
    }

    /// Makes the second and last attempt of a call when it is the call's turn.
    func repeating(_ call: HostCall, _ attempt: () throws(WorkerFailure) -> Outcome) -> Outcome {
        while true {
            let isMine: Bool? = state.wait(milliseconds: 100) { state in
                guard !state.isRepeating else { return nil }
                state.isRepeating = true
                return true
            }
            if isMine == true { break }
            let answer = call.answer
            if answer != PICKER_OK { return Outcome(status: call.fail(answer, "the call was to end")) }
        }
        defer {
            state.withLock { $0.isRepeating = false }
            state.wakeAll()
        }
        do throws(WorkerFailure) {
            return try attempt()
        } catch {
            return ended(call, error)
        }
    }

    /// The outcome of a call whose worker ended.
    func ended(_ call: HostCall, _ loss: WorkerFailure) -> Outcome {
        let status = isShutDown ? PICKER_CLOSED : loss.status
        return Outcome(status: call.fail(status, backend.message(of: loss)))
    }

    // MARK: The end

    /// Starts no new worker from now on.
    ///
    /// - Returns: the workers to be told; none if they were told already, or there is none.
    func beginShutdown() -> [WorkerSession] {
        state.withLock { state in
            guard !state.isShutDown else { return [] }
            state.isShutDown = true
            return [state.session, state.alone].compactMap(\.self).filter { $0.ending == nil }
        }
    }

    func takeLast() -> WorkerSession? {
        state.withLock { state in
            defer { state.session = nil }
            state.isShutDown = true
            return state.session?.ending == nil ? state.session : nil
        }
    }
}
