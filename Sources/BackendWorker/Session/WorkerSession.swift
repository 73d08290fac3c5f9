internal import BackendAPI
internal import Platform

/// One worker process and the channels to it. The process is ended at the end of this object's life.
final class WorkerSession: Sendable {
    enum Phase {
        case starting
        case running(ChildProcess)
        /// Its end was waited for: another process may have its ID.
        case gone
        case ended(ExitReason)
    }

    struct State {
        var phase = Phase.starting
        /// Channels that no call uses.
        var idle: [Channel] = []
        var control: Channel?
        /// Why the host ended the worker; nil if it did not.
        var reason: String?
    }

    /// The most idle channels that are kept; each has a thread in the worker.
    private static let idleLimit = 16
    /// How often waiting on a channel checks whether to go on.
    private static let patienceMilliseconds = 1000
    /// The longest time that a worker which closed a channel may take to end. One that crashed has to give back its
    /// memory before.
    private static let closingMilliseconds = 5000
    /// The stack of the thread that watches a worker.
    private static let stackBytes = 1 << 18

    let program: WorkerProgram
    /// The library whose secrets the worker may ask for; 0 for none.
    let library: UInt64
    private let state: Monitor<State>

    /// Starts a worker and a thread that watches it, and waits for neither; calls wait.
    ///
    /// - Parameters:
    ///   - sandbox: what the worker is confined to before it loads the plugin.
    ///   - file: the plugin's open file.
    ///   - log: gets what the plugin logs outside of calls.
    ///   - written: gets lines that the worker writes to its standard streams.
    init(
        _ program: WorkerProgram, plugin: String, sandbox: Sandbox, file: PassedDescriptor? = nil,
        log: @escaping @Sendable (UInt32, [UInt8]) -> Void, written: @escaping @Sendable (String) -> Void
    ) {
        self.program = program
        library = sandbox.library
        let (mine, its): (Channel, PassedDescriptor)
        do throws(SystemError) {
            (mine, its) = try Channel.pair()
        } catch {
            state = Monitor(State(phase: .ended(.notStarted(error.code))))
            return
        }
        mine.setSendPatience(milliseconds: Self.patienceMilliseconds)
        do throws(WireError) {
            // The worker reads this once it runs. A socket's buffer has room for it, since paths are short.
            try mine.send(.confine, try program.completed(sandbox).message()) { () throws(WireError) in throw .tooLarge
            }
        } catch {
            state = Monitor(State(phase: .ended(.notStarted(SystemError.invalidArgument.code))))
            return
        }
        let state = Monitor(State(control: mine))
        self.state = state
        let watch = WorkerWatch(
            program: program, plugin: plugin, file: file, control: mine, state: state, log: log,
            written: written)
        // The kernel kills the worker when the thread that started it ends, so the thread that watches it starts it.
        let isStarted = DetachedThread.start(stackBytes: Self.stackBytes) {
            if let socket = its.take() { watch.run(socket) }
        }
        if !isStarted { state.withLock { $0.phase = .ended(.notStarted(SystemError.tryAgain.code)) } }
    }

    deinit { end() }

    /// How the worker ended; nil while it runs.
    var ending: ExitReason? {
        state.withLock { state in
            if case .ended(let end) = state.phase { return end }
            return nil
        }
    }

    // MARK: Channels

    enum ChannelFault: Error {
        /// The worker is gone.
        case ended
        /// The host has no descriptors.
        case system(Int32)
    }

    /// A channel for one call: an idle one, or a new one.
    func takeChannel() -> Result<Channel, ChannelFault> {
        state.withLock { state in
            if case .ended = state.phase { return .failure(.ended) }
            if let idle = state.idle.popLast() { return .success(idle) }
            guard let control = state.control else { return .failure(.ended) }
            return Self.open(on: control)
        }
    }

    private static func open(on control: Channel) -> Result<Channel, ChannelFault> {
        let (mine, its): (Channel, PassedDescriptor)
        do throws(SystemError) {
            (mine, its) = try Channel.pair()
        } catch {
            return .failure(.system(error.code))
        }
        mine.setPatience(milliseconds: Self.patienceMilliseconds)
        do throws(WireError) {
            try control.send(.openChannel, passing: its) { () throws(WireError) in throw .disconnected }
            return .success(mine)
        } catch {
            return .failure(.ended)
        }
    }

    /// Makes one call in the worker.
    func perform(
        _ call: HostCall, _ message: [UInt8], host: HostFunctions, isShutDown: @escaping () -> Bool = { false }
    ) throws(WorkerFailure) -> picker_status {
        switch takeChannel() {
        case .failure(.ended): throw WorkerFailure(end: awaitEnding())
        case .failure(.system(let code)):
            return call.fail(PICKER_IO, "no channel to a worker: \(SystemError(code: code))")
        case .success(let channel):
            let run = CallRun(call, on: channel, of: self, host: host, isShutDown: isShutDown)
            let status = try run.status(message)
            giveBack(channel)
            return status
        }
    }

    /// Copies memory of the worker.
    ///
    /// - Returns: whether all of it was there, and may be read.
    func copy(_ room: UnsafeMutableRawBufferPointer, from address: UInt64) -> Bool {
        Self.copy(room, from: address, of: state)
    }

    static func copy(
        _ room: UnsafeMutableRawBufferPointer, from address: UInt64, of state: Monitor<State>
    ) -> Bool {
        // Under the lock, as signals are, so that no other process has the ID by now.
        state.waitUntil { state -> Bool? in
            switch state.phase {
            // The worker may answer calls before the thread that starts it has noted that it runs.
            case .starting: nil
            case .running(let process): (try? process.read(room, at: address)) != nil
            case .gone, .ended: false
            }
        }
    }

    /// Takes back a channel that no call uses any more.
    func giveBack(_ channel: Channel) {
        state.withLock { state in
            if case .ended = state.phase { return }
            if state.idle.count < Self.idleLimit { state.idle.append(channel) }
        }
    }

    // MARK: Ending

    /// Ends the worker because of what it did.
    func giveUp(_ reason: String) { WorkerWatch.giveUp(state, reason) }

    /// Waits for the end of a worker that closed a channel, and ends it if it does not.
    func awaitEnding() -> ExitReason {
        if let end = awaitEnding(milliseconds: Self.closingMilliseconds) { return end }
        giveUp("closed a channel")
        return awaitEnding(milliseconds: program.endMilliseconds) ?? .givenUp("does not end")
    }

    private func awaitEnding(milliseconds: Int) -> ExitReason? {
        state.wait(milliseconds: milliseconds) { state in
            if case .ended(let end) = state.phase { return end }
            return nil
        }
    }

    /// Makes the worker end, and waits for that.
    func end() {
        state.withLock { state in
            state.idle = []
            state.control?.disconnect()
        }
        // `WorkerWatch` kills it if it takes too long.
        _ = awaitEnding(milliseconds: program.endMilliseconds * 2)
    }
}
