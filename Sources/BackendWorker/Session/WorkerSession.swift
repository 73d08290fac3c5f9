internal import BackendAPI
internal import SystemThreads

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// One worker process and the channels to it. Ends the process at its end.
final class WorkerSession: Sendable {
    enum Phase {
        case starting
        case running(pid_t)
        /// Its number may be another process's already.
        case gone
        case ended(WorkerEnd)
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
    /// What the thread that watches a worker needs.
    private static let stackBytes = 1 << 18

    let program: WorkerProgram
    private let state: Monitor<State>

    /// Starts a worker, and a thread that watches it. Does not wait for either: calls do.
    ///
    /// - Parameter log: what the plugin logs outside of calls.
    init(_ program: WorkerProgram, plugin: String, log: @escaping @Sendable (UInt32, [UInt8]) -> Void) {
        self.program = program
        guard let (mine, its) = Channel.pair() else {
            state = Monitor(State(phase: .ended(.notStarted(errno))))
            return
        }
        mine.setSendPatience(milliseconds: Self.patienceMilliseconds)
        let state = Monitor(State(control: mine))
        self.state = state
        let watch = WorkerWatch(program: program, plugin: plugin, control: mine, state: state, log: log)
        // The kernel ends the worker when the thread that started it ends, so that is the one that watches it.
        let socket = its.take()
        if !DetachedThread.start(stackBytes: Self.stackBytes, { watch.run(socket) }) {
            close(socket)
            state.withLock { $0.phase = .ended(.notStarted(EAGAIN)) }
        }
    }

    deinit { end() }

    /// How the worker ended; nil: it runs.
    var ending: WorkerEnd? {
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
            guard let (mine, its) = Channel.pair() else { return .failure(.system(errno)) }
            mine.setPatience(milliseconds: Self.patienceMilliseconds)
            do throws(WireError) {
                try control.send(.openChannel, descriptor: its.number) { () throws(WireError) in throw .disconnected }
                return .success(mine)
            } catch {
                return .failure(.ended)
            }
        }
    }

    /// Makes one call in the worker.
    func perform(
        _ call: HostCall, _ message: [UInt8], host: HostFunctions, isShutDown: @escaping () -> Bool = { false }
    ) throws(WorkerLoss) -> picker_status {
        switch takeChannel() {
        case .failure(.ended): throw WorkerLoss(end: awaitEnding())
        case .failure(.system(let code)):
            return call.fail(PICKER_IO, "no channel to a worker: \(String(cString: strerror(code)))")
        case .success(let channel):
            let run = CallRun(call, on: channel, of: self, host: host, isShutDown: isShutDown)
            let status = try run.status(message)
            giveBack(channel)
            return status
        }
    }

    /// Confines the worker to a library. Channels from before have threads that are not confined, and are given up.
    func confine(to places: WorkerPlaces) {
        state.withLock { state in
            state.idle = []
            guard let control = state.control, let message = try? places.message() else { return }
            try? control.send(.confine, message)
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
    func giveUp(_ reason: String) {
        state.withLock { state in
            guard case .running(let process) = state.phase else { return }
            if state.reason == nil { state.reason = reason }
            kill(process, SIGKILL)
        }
    }

    /// How the worker ended, which somebody saw that it did. One that only went silent is ended.
    func awaitEnding() -> WorkerEnd {
        if let end = awaitEnding(milliseconds: 30_000) { return end }
        giveUp("closed a channel")
        return awaitEnding(milliseconds: program.endMilliseconds) ?? .givenUp("does not end")
    }

    private func awaitEnding(milliseconds: Int) -> WorkerEnd? {
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
