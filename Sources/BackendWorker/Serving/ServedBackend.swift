internal import ABIMemory
internal import BackendAPI
internal import PhotoModel
internal import Platform

/// The plugin in a worker, with its backend and at most one open library.
final class ServedBackend: @unchecked Sendable {  // Unchecked: tables are written by `entry` and `open`, one at a time.
    let load: () throws(LoadFailure) -> PluginEntry
    let control: Channel
    var host: ServedHost?
    var backend = picker_backend()
    var isProbed = false
    var library = picker_library()
    var extensions = ServedLibraryExtensions()
    private let fetches = Monitor(Fetches())
    /// Whether the open library makes exact sizes itself; nil if it was not asked yet.
    let makesExactSizes = Mutex<Bool?>(nil)

    private struct Fetches {
        var next: UInt64 = 1
        var open: [UInt64: picker_fetch] = [:]
    }

    init(control: Channel, load: @escaping () throws(LoadFailure) -> PluginEntry) {
        self.control = control
        self.load = load
    }

    // MARK: Fetches

    func keep(_ fetch: picker_fetch) -> UInt64 {
        fetches.withLock { fetches in
            defer { fetches.next += 1 }
            fetches.open[fetches.next] = fetch
            return fetches.next
        }
    }

    func fetch(_ handle: UInt64) -> picker_fetch { fetches.withLock { $0.open[handle] } ?? picker_fetch() }

    func forget(_ handle: UInt64) { fetches.withLock { _ = $0.open.removeValue(forKey: handle) } }

    // MARK: Serving

    /// Serves the calls of one channel until it ends.
    func serve(_ channel: Channel) {
        let incoming = MessageBuffer()
        do throws(WireError) {
            while true {
                guard try channel.receive(into: incoming).kind == .call else { throw .malformed }
                var reader = incoming.reader
                let call = ServedCall(try CallHeader(&reader), on: channel)
                try call.finish(try result(ServedRun(call, reader)))
            }
        } catch {
            // The host is gone, or closed this channel.
        }
    }

    /// The body of the result: the status, the error, and the values of the operation.
    private func result(_ run: ServedRun) throws(WireError) -> [UInt8] {
        var run = run
        let status = try perform(&run)
        var result = WireWriter()
        result.integer(status)
        try run.error.write(to: &result)
        return result.body + run.values.body
    }

    /// Makes one call to the plugin.
    func make(
        _ run: ServedRun,
        _ body: (UnsafePointer<picker_call>?, UnsafeMutablePointer<picker_error>?) -> picker_status?
    ) -> picker_status {
        let table = run.call.table
        let status = run.call.run {
            run.error.withPointer { error in
                withUnsafePointer(to: table) { body($0, error) }
            }
        }
        if let refusal = run.call.refusal { return refuse(refusal, run.error) }
        if let failure = run.call.failure {
            run.error.set(failure.message)
            return failure.status.rawValue
        }
        // Nil if a function is NULL; the host refuses such tables.
        return status ?? PICKER_INTERNAL
    }

    /// Makes one call to the plugin that emits into a sink.
    func emitting<Sink>(
        _ sink: Sink, _ run: ServedRun,
        _ body: (UnsafePointer<Sink>, UnsafePointer<picker_call>?, UnsafeMutablePointer<picker_error>?) ->
            picker_status?
    ) -> picker_status {
        withUnsafePointer(to: sink) { sink in make(run) { body(sink, $0, $1) } }
    }

    /// Adds a struct that the plugin filled in to the result, unless it has a critical link or is too large.
    func pass<Value: WireStruct>(
        _ value: inout Value, after status: picker_status, _ run: inout ServedRun
    ) throws(WireError) -> picker_status {
        guard status == PICKER_OK else { return status }
        do throws(WireError) {
            try run.values.value(&value)
            return status
        } catch {
            run.values = WireWriter(ofPlugin: true)
            if case .refused(let refusal) = error { return refuse(refusal, run.error) }
            run.error.set(ServedCall.tooLarge.message)
            return ServedCall.tooLarge.status.rawValue
        }
    }

    private func refuse(_ refusal: LinkRefusal, _ error: ErrorBuffer) -> picker_status {
        error.set(refusal.ofRecord)
        return PICKER_UNSUPPORTED
    }
}
