internal import BackendAPI
internal import Platform

/// One worker process and the channels to it. Ends the process at its end.
final class WorkerSession: Sendable {
    enum Phase {
        case starting
        case running(ChildProcess)
        /// Its number may be another process's already.
        case gone
        case ended(ExitReason)
    }

    struct State {
        var phase = Phase.starting
        /// Channels that no call is on.
        var idle: [Channel] = []
        var control: Channel?
        /// Why the host ended it.
        var reason: String?
    }

    /// Idle channels that are kept; each has a thread in the worker.
    private static let idleLimit = 16
    /// How often a wait asks whether to go on.
    private static let patienceMilliseconds = 1000
    /// How long a worker that closed a channel may take to end: one that crashed has given back its memory before.
    private static let closingMilliseconds = 5000
    /// What the thread that watches a worker needs.
    private static let stackBytes = 1 << 18

    let program: WorkerProgram
    /// Whose secrets the worker may ask for; 0: no library's.
    let library: UInt64
    private let state: Monitor<State>

    /// Starts a worker, and a thread that watches it. Does not wait for either: calls do.
    ///
    /// - Parameters:
    ///   - sandbox: what the worker is confined to before it loads the plugin.
    ///   - file: the plugin's, open.
    ///   - log: what the plugin logs outside of calls.
    ///   - written: lines that it writes to its standard streams.
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
            // Read when it runs. A path has less than what a socket holds.
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
        // The kernel ends the worker when the thread that started it ends, so that is the one that watches it.
        let isStarted = DetachedThread.start(stackBytes: Self.stackBytes) {
            if let socket = its.take() { watch.run(socket) }
        }
        if !isStarted { state.withLock { $0.phase = .ended(.notStarted(SystemError.tryAgain.code)) } }
    }

    deinit { end() }

    /// How the worker ended; nil: it runs.
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

    /// A channel for one call.
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
        // Under the lock, as for signals: it is this process that is read.
        state.withLock { state in
            guard case .running(let process) = state.phase else { return false }
            return (try? process.read(room, at: address)) != nil
        }
    }

    /// Takes back a channel on which nothing is under way.
    func giveBack(_ channel: Channel) {
        state.withLock { state in
            if case .ended = state.phase { return }
            if state.idle.count < Self.idleLimit { state.idle.append(channel) }
        }
    }

    // MARK: Ending

    /// Ends the worker because of what it did.
    func giveUp(_ reason: String) { WorkerWatch.giveUp(state, reason) }

    /// Waits for the end of a worker that closed a channel, and ends one that only went silent.
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

    /// Lets the worker end, and waits for it.
    func end() {
        state.withLock { state in
            state.idle = []
            state.control?.disconnect()
        }
        // The watch ends it when it takes too long.
        _ = awaitEnding(milliseconds: program.endMilliseconds * 2)
    }
}
