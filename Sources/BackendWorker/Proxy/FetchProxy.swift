internal import ABIMemory
internal import BackendAPI
internal import PhotoModel
internal import Platform

/// A fetch result in a worker. If the worker ends, the fetch is made again in the next one, and continues if everything
/// that the host has seen still holds (R9.7); otherwise the host has to fetch again.
final class FetchProxy: Sendable {
    private struct State {
        var session: WorkerSession
        var handle: UInt64
        var observed = ObservedElements()
    }

    private let library: LibraryProxy
    /// The call that began the fetch, to begin it again.
    private let operation: Operation
    private let arguments: [UInt8]
    private let state: Monitor<State>

    private init(_ library: LibraryProxy, _ call: HostCall, _ arguments: [UInt8], _ state: State) {
        self.library = library
        self.state = Monitor(state)
        self.arguments = arguments
        operation = call.operation
    }

    static func from(_ context: UnsafeMutableRawPointer?) -> FetchProxy? {
        context.map { Unmanaged<FetchProxy>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Makes the call that begins a fetch, and fills the host's table.
    static func begin(
        _ call: HostCall, _ library: LibraryProxy, into fetch: UnsafeMutablePointer<picker_fetch>
    ) -> picker_status {
        var arguments = WireWriter()
        do throws(WireError) { try call.arguments(&arguments) } catch { return call.fail(error) }
        let begun = Begun()
        let outcome = library.workers.perform(begun.receiving(call), isRepeatable: true)
        guard outcome.status == PICKER_OK, let session = outcome.session, let shape = begun.shape.value else {
            return outcome.status
        }
        let state = State(session: session, handle: begun.handle.value)
        let begunFetch = FetchProxy(library, call, arguments.body, state)
        var table = shape.applied(to: picker_fetch.ofProxy)
        guard shape.isWhole(like: picker_fetch.ofProxy) else {
            // The host refuses such a table. Its `release` would do nothing, because the table has no context.
            begunFetch.release()
            return shape.fill(fetch, with: table) ? PICKER_OK : PICKER_INVALID_ARGUMENT
        }
        let proxy = Unmanaged.passRetained(begunFetch)
        table.context = proxy.toOpaque()
        if shape.fill(fetch, with: table) { return PICKER_OK }
        proxy.takeRetainedValue().release()
        return PICKER_INVALID_ARGUMENT
    }

    // MARK: Calls

    /// Makes one call on the fetch, and repeats it in a new worker if the worker ended.
    func perform(_ call: HostCall) -> picker_status {
        func outcome() throws(WorkerFailure) -> LibraryWorkers.Outcome {
            LibraryWorkers.Outcome(status: try attempt(call))
        }
        return (library.workers.attempting(call, outcome) ?? library.workers.repeating(call, outcome)).status
    }

    private func attempt(_ call: HostCall) throws(WorkerFailure) -> picker_status {
        var (session, handle) = state.withLock { ($0.session, $0.handle) }
        if session.ending != nil {
            let status = try beginAgain(call)
            guard status == PICKER_OK else { return status }
            (session, handle) = state.withLock { ($0.session, $0.handle) }
        }
        return try perform(call, session, handle)
    }

    private func perform(
        _ call: HostCall, _ session: WorkerSession, _ handle: UInt64
    ) throws(WorkerFailure) -> picker_status {
        var call = call
        call.handle = handle
        let message: [UInt8]
        do throws(WireError) { message = try call.message() } catch { return call.fail(error) }
        return try session.perform(call, message, host: library.backend.host) { [library] in
            library.workers.isShutDown
        }
    }

    func release() {
        let (session, handle) = state.withLock { ($0.session, $0.handle) }
        guard session.ending == nil else { return }
        _ = try? perform(.fetchRelease(), session, handle)
    }

    // MARK: What the host has seen

    func note(count: UInt64) { state.withLock { $0.observed.count = count } }

    func note(_ window: ObservedElements.Window, _ digest: ObservedElements.Digest) {
        state.withLock { $0.observed.note(window, digest) }
    }

    /// Makes the same fetch in the current worker.
    private func beginAgain(_ call: HostCall) throws(WorkerFailure) -> picker_status {
        let begun = Begun()
        var fetching = HostCall(operation, call.call, call.error)
        let arguments = arguments
        fetching.arguments = { writer throws(WireError) in writer.append(arguments) }
        let outcome = try library.workers.attempt(begun.receiving(fetching))
        guard outcome.status == PICKER_OK, let session = outcome.session else { return outcome.status }
        let (observed, handle) = (state.withLock { $0.observed }, begun.handle.value)
        let status: picker_status
        do throws(WorkerFailure) {
            status = try check(observed, call, session, handle)
        } catch {
            // What was read again went nowhere: the call itself has delivered nothing.
            var loss = error
            loss.hasDelivered = false
            throw loss
        }
        guard status == PICKER_OK else {
            _ = try? perform(.fetchRelease(), session, handle)
            // Not of the library: the caller gave up, or the place of the photos is away.
            if PhotoStatus(rawValue: status).kind == .transient { return status }
            return call.fail(
                PICKER_CLOSED,
                "the worker of backend \(library.backend.name) ended, and the library changed: fetch again")
        }
        adopt(session, handle)
        return PICKER_OK
    }

    /// Asks this worker from now on, unless another call has begun the fetch again already.
    private func adopt(_ session: WorkerSession, _ handle: UInt64) {
        let isSurplus = state.withLock { state -> Bool in
            if state.session.ending == nil { return true }
            (state.session, state.handle) = (session, handle)
            return false
        }
        if isSurplus { _ = try? perform(.fetchRelease(), session, handle) }
    }

    /// Reads again what the host has seen of a fetch.
    ///
    /// - Returns: `PICKER_OK` if it is the same, `PICKER_CHANGED` if not; or the status of what failed.
    private func check(
        _ observed: ObservedElements, _ call: HostCall, _ session: WorkerSession, _ handle: UInt64
    ) throws(WorkerFailure) -> picker_status {
        if observed.isIncomplete { return PICKER_CHANGED }
        let status = try check(observed.windows, call, session, handle)
        guard status == PICKER_OK else { return status }
        if let expected = observed.count {
            var count: UInt64 = 0
            let status = try withUnsafeMutablePointer(to: &count) { count throws(WorkerFailure) in
                var counting = HostCall.fetchCount(call.call, call.error)
                counting.receive(number: count)
                return try perform(counting, session, handle)
            }
            // A count that only reading finds out (R9.18) may not be known yet, as the windows were read only as far as
            // the host had read; then nothing contradicts it.
            guard status == PICKER_OK || status == PICKER_NOT_YET else { return status }
            if status == PICKER_OK, count != expected { return PICKER_CHANGED }
        }
        return PICKER_OK
    }

    /// The same of windows, which are read in order: that costs least in a backend that reads one page after the other.
    private func check(
        _ windows: [ObservedElements.Window: ObservedElements.Digest], _ call: HostCall, _ session: WorkerSession,
        _ handle: UInt64
    ) throws(WorkerFailure) -> picker_status {
        for (window, expected) in windows.sorted(by: { $0.key.offset < $1.key.offset }) {
            var digest = ObservedElements.Digest()
            var listing = HostCall.fetchWindow(window.offset, window.length, call.call, call.error)
            listing.receive(atMost: window.length) { (asset: UnsafePointer<picker_asset>) in
                digest.add(asset.pointee.local_identifier)
                return PICKER_CONTINUE
            }
            let status = try perform(listing, session, handle)
            guard status == PICKER_OK else { return status }
            if digest != expected { return PICKER_CHANGED }
        }
        return PICKER_OK
    }
}

/// Receives the result of the call that begins a fetch.
private struct Begun {
    final class Box<Value> {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    let shape = Box<TableShape?>(nil)
    let handle = Box<UInt64>(0)

    func receiving(_ call: HostCall) -> HostCall {
        var call = call
        let (shape, handle) = (shape, handle)
        call.values = { status, reader throws(WireError) in
            guard status == PICKER_OK else { return }
            shape.value = try TableShape(&reader)
            handle.value = try reader.integer()
        }
        return call
    }
}
