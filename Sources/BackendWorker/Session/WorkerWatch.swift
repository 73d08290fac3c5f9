internal import Platform

/// The thread that starts a worker, receives what it sends on the control channel, checks its memory, and waits for its
/// end.
struct WorkerWatch: Sendable {
    let program: WorkerProgram
    let plugin: String
    /// The plugin's open file, which this keeps.
    let file: PassedDescriptor?
    let control: Channel
    let state: Monitor<WorkerSession.State>
    let log: @Sendable (UInt32, [UInt8]) -> Void
    /// Gets the lines that the plugin or its libraries write to their standard streams.
    let written: @Sendable (String) -> Void
    /// How long reading the rest of a worker's output may take after its end.
    private static let readingMilliseconds = 1000

    /// Starts the worker and watches it until its end.
    ///
    /// - Parameter its: the worker's end of the control channel, which this process does not keep open.
    func run(_ its: consuming OwnedDescriptor) {
        let memoryKills = ControlGroup.memoryKills
        // A worker may write to no other temporary folder. This process removes it, because a worker that crashes
        // leaves files in it.
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
        var lastLook = MonotonicTime.now
        func look() throws(WireError) {
            // Another process may keep the other end of the channel open.
            if process.hasEnded { throw .disconnected }
            let bytes = ProcessMemory.ownBytes(of: process.identifier)
            if let bytes { WorkerCounts.ofProcess.note(process.identifier, bytes: bytes) }
            let fault = memory.fault(at: bytes)
            if let fault { Self.giveUp(state, fault) }
            control.setReceivePatience(milliseconds: memory.interval)
            lastLook = MonotonicTime.now
        }
        do throws(WireError) {
            while true {
                control.setReceivePatience(milliseconds: memory.interval)
                let kind = try control.receive(into: buffer, onWait: look).kind
                if !flood.admitsMessage(at: MonotonicTime.now) {
                    Self.giveUp(state, "sent more messages than the host takes in")
                    return
                }
                try take(kind, buffer.reader)
                // A worker that logs again and again never lets the patience pass.
                if MonotonicTime.now - lastLook >= UInt64(memory.interval) * 1_000_000 { try look() }
            }
        } catch {
            // The worker ended, or is about to.
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
            // A worker that is still being started is killed as soon as the start returns.
            if case .running(let process) = state.phase { process.send(.kill) }
        }
    }

    /// Waits for the end of the process, and kills it if it takes too long.
    ///
    /// - Parameter memoryKills: the count before it was started.
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

    /// Under the lock, so that no thread sends a signal to another process that has the ID by then.
    private func ending(of process: ChildProcess, _ memoryKills: Int?) -> ExitReason? {
        state.withLock { state in
            guard process.hasEnded else { return nil }
            // Also kills what the worker started, if the kernel let it. Until its end is waited for, no other process
            // group has its ID.
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
            // Before the end is reported, so that a closed library has no descriptors open.
            control.close()
        }
        state.wakeAll()
    }
}
