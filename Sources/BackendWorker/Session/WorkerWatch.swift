internal import SystemThreads

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The thread that starts a worker, hears what it says on the control channel, and waits for its end.
struct WorkerWatch: Sendable {
    let program: WorkerProgram
    let plugin: String
    let control: Channel
    let state: Monitor<WorkerSession.State>
    let log: @Sendable (UInt32, [UInt8]) -> Void

    /// - Parameter its: the worker's end of the control channel, which the host does not keep open.
    func run(_ its: Int32) {
        let scratch = ScratchFolder()
        let started = WorkerSpawn.start(program, plugin: plugin, control: its, scratch: scratch?.path)
        close(its)
        switch started {
        case .failure(let failure):
            scratch?.remove()
            end(.notStarted(failure.code))
        case .success(let process):
            state.withLock { $0.phase = .running(process) }
            state.wakeAll()
            listen()
            let ending = reap(process)
            // Before anybody hears of the end.
            scratch?.remove()
            end(ending)
        }
    }

    private func listen() {
        let buffer = MessageBuffer()
        do throws(WireError) {
            while true {
                guard try control.receive(into: buffer).kind == .log else { throw .malformed }
                var reader = buffer.reader
                log(try reader.integer(), try reader.raw().map { Array($0) } ?? [])
            }
        } catch {
            // It ended, or speaks nonsense: both are found out by waiting for it.
        }
    }

    /// Waits for the end of the process; one that takes too long is ended.
    private func reap(_ process: pid_t) -> WorkerEnd {
        let limit = MonotonicTime.now + UInt64(program.endMilliseconds) * 1_000_000
        var isKilled = false
        while true {
            if let end = ending(of: process) { return end }
            if MonotonicTime.now >= limit, !isKilled {
                isKilled = true
                kill(process, SIGKILL)
            }
            usleep(2000)
        }
    }

    /// Under the lock, so that nobody sends a signal to a process that is no longer this one.
    private func ending(of process: pid_t) -> WorkerEnd? {
        state.withLock { state in
            var status: Int32 = 0
            let found = waitpid(process, &status, WNOHANG)
            guard found == process || (found < 0 && errno != EINTR) else { return nil }
            state.phase = .gone
            return state.reason.map { WorkerEnd.givenUp($0) } ?? WorkerEnd(status: status)
        }
    }

    private func end(_ end: WorkerEnd) {
        state.withLock { state in
            state.phase = .ended(end)
            state.idle = []
            state.control = nil
            // Before anybody hears of the end: a library that is closed has no descriptors any more.
            control.close()
        }
        state.wakeAll()
    }
}
