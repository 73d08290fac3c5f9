internal import Platform

/// The thread that starts a worker, hears what it says on the control channel, and waits for its end.
struct WorkerWatch: Sendable {
    let program: WorkerProgram
    let plugin: String
    /// The plugin's, open; not given away.
    let file: PassedDescriptor?
    let control: Channel
    let state: Monitor<WorkerSession.State>
    let log: @Sendable (UInt32, [UInt8]) -> Void
    /// Gets the lines that the plugin, or a library that it uses, writes to its standard streams.
    let written: @Sendable (String) -> Void
    /// How long what a worker wrote may take to be read after its end.
    private static let readingMilliseconds = 1000

    /// - Parameter its: the worker's end of the control channel, which the host does not keep open.
    func run(_ its: consuming OwnedDescriptor) {
        let memoryKills = ControlGroup.memoryKills
        // A worker may write to no other folder, and one that crashed leaves things there.
        let scratch = try? ScratchFolder(prefix: "picker-worker")
        let output = ProcessOutput.start(write: written) { [state] in
            Self.giveUp(state, "wrote more to its standard output and error than the host takes in")
        }
        do throws(SystemError) {
            let launch = program.launch(
                plugin: plugin, file: file?.descriptor, control: its.borrowed, output: output?.writing,
                scratch: scratch?.path)
            let process = try launch.start()
            output?.isGiven()
            WorkerCounts.ofProcess.started(process.identifier)
            _ = consume its
            state.withLock { state in
                state.phase = .running(process)
                if state.reason != nil { process.send(.kill) }
            }
            state.wakeAll()
            listen(to: process)
            let ending = reap(process, memoryKills)
            WorkerCounts.ofProcess.ended(process.identifier, ending)
            output?.finish(milliseconds: Self.readingMilliseconds)
            // Before the end is reported.
            scratch?.remove()
            end(ending)
        } catch {
            scratch?.remove()
            end(.notStarted(error.code))
        }
    }

    private func listen(to process: ChildProcess) {
        let buffer = MessageBuffer()
        var memory = MemoryWatch(limit: program.memoryLimit)
        var flood = FloodGuard(now: MonotonicTime.now)
        do throws(WireError) {
            while true {
                control.setReceivePatience(milliseconds: memory.interval)
                let kind = try control.receive(into: buffer) { () throws(WireError) in
                    // Whatever else holds the other end.
                    if process.hasEnded { throw .disconnected }
                    let bytes = ProcessMemory.ownBytes(of: process.identifier)
                    if let bytes { WorkerCounts.ofProcess.note(process.identifier, bytes: bytes) }
                    let fault = memory.fault(at: bytes)
                    if let fault { Self.giveUp(state, fault) }
                    control.setReceivePatience(milliseconds: memory.interval)
                }.kind
                if !flood.admitsMessage(at: MonotonicTime.now) {
                    Self.giveUp(state, "sent more messages than the host takes in")
                    return
                }
                try take(kind, buffer.reader)
            }
        } catch {
            // It ended, or it is to.
            if error == .malformed { Self.giveUp(state, "sent an invalid message") }
        }
    }

    private func take(_ kind: MessageKind, _ body: WireReader) throws(WireError) {
        var reader = body
        switch kind {
        case .log: log(try reader.integer(), try reader.raw().map { Array($0) } ?? [])
        case .unconfined:
            let reason = try reader.text().prefix(1000)
            Self.giveUp(
                state,
                "cannot be confined (\(reason)): it runs without that when the settings have \"confinement\": \"optional\""
            )
        default: throw .malformed
        }
    }

    /// Ends the worker because of what it did.
    static func giveUp(_ state: Monitor<WorkerSession.State>, _ reason: String) {
        state.withLock { state in
            if state.reason == nil { state.reason = reason }
            // One that says something before its start has returned is ended then.
            if case .running(let process) = state.phase { process.send(.kill) }
        }
    }

    /// Waits for the end of the process; one that takes too long is ended.
    ///
    /// - Parameter memoryKills: of before it was started.
    private func reap(_ process: ChildProcess, _ memoryKills: Int?) -> ExitReason {
        let limit = MonotonicTime.now + UInt64(program.endMilliseconds) * 1_000_000
        var isKilled = false
        while true {
            if let end = ending(of: process, memoryKills) { return end }
            if MonotonicTime.now >= limit, !isKilled {
                isKilled = true
                Self.giveUp(state, "did not end when it was to")
            }
            pause(milliseconds: 2)
        }
    }

    /// Under the lock, so that no thread sends a signal to a process that is no longer this one.
    private func ending(of process: ChildProcess, _ memoryKills: Int?) -> ExitReason? {
        state.withLock { state in
            guard process.hasEnded else { return nil }
            // What it started, where the kernel let it; until its end is waited for, no other group has its number.
            process.sendToGroup(.kill)
            guard let found = process.endIfAny() else { return nil }
            state.phase = .gone
            return state.reason.map { ExitReason.givenUp($0) }
                ?? ExitReason(found, lackedMemory: ControlGroup.memoryKills != memoryKills)
        }
    }

    private func end(_ end: ExitReason) {
        state.withLock { state in
            state.phase = .ended(end)
            state.idle = []
            state.control = nil
            // Before the end is reported: a library that is closed has no descriptors any more.
            control.close()
        }
        state.wakeAll()
    }
}
