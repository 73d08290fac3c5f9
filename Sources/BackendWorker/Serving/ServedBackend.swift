internal import ABIMemory
internal import BackendAPI
internal import PhotoModel
internal import Platform

/// The plugin in the worker, its backend and at most one open library.
final class ServedBackend: @unchecked Sendable {  // Unchecked: tables are written by `entry` and `open`, one at a time.
    let load: () throws(LoadFailure) -> PluginEntry
    let control: Channel
    var host: ServedHost?
    var backend = picker_backend()
    var isProbed = false
    var library = picker_library()
    var extensions = ServedExtensions()
    private let fetches = Monitor(Fetches())
    /// Whether the open library makes exact sizes itself; nil: it was not asked yet.
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
                try call.finish(try result(of: call, &reader))
            }
        } catch {
            // The host is gone or has no more use for this channel.
        }
    }

    /// The status, what the error says, and what else the operation gives.
    private func result(of call: ServedCall, _ arguments: inout WireReader) throws(WireError) -> [UInt8] {
        let error = ErrorBuffer(capacity: call.head.messageCapacity)
        var values = WireWriter()
        let status = try perform(call, &arguments, error, &values)
        var result = WireWriter()
        result.integer(status)
        try error.write(to: &result)
        return result.body + values.body
    }

    private func perform(
        _ call: ServedCall, _ arguments: inout WireReader, _ error: ErrorBuffer, _ values: inout WireWriter
    ) throws(WireError) -> picker_status {
        let operation = call.head.operation
        if let status = try performLifeCycle(operation, call, &arguments, error, &values) { return status }
        if let status = try performLibrary(operation, call, &arguments, error, &values) { return status }
        if let status = try performMedia(operation, call, &arguments, error, &values) { return status }
        if let status = try performFetch(operation, call, &arguments, error, &values) { return status }
        if let status = try performAccount(operation, call, &arguments, error, &values) { return status }
        return try performExtension(operation, call, &arguments, error, &values) ?? PICKER_UNSUPPORTED
    }

    /// Makes one call to the plugin.
    func make(
        _ call: ServedCall, _ error: ErrorBuffer,
        _ body: (UnsafePointer<picker_call>?, UnsafeMutablePointer<picker_error>?) -> picker_status?
    ) -> picker_status {
        let hasError = call.head.flags & CallHeader.hasError != 0
        let table = call.table
        let status = call.run {
            error.withPointer { error in
                guard let table else { return body(nil, hasError ? error : nil) }
                return withUnsafePointer(to: table) { body($0, hasError ? error : nil) }
            }
        }
        if let refusal = call.refusal { return refuse(refusal, error) }
        if let failure = call.failure {
            error.set(failure.message)
            return failure.status.rawValue
        }
        // A function that is NULL: the host refuses such tables.
        return status ?? PICKER_INTERNAL
    }

    /// Passes on what the plugin filled in; an empty one when it cannot be understood.
    func pass<Value: WireStruct>(
        _ value: inout Value, after status: picker_status, to values: inout WireWriter, _ report: ErrorBuffer
    ) throws(WireError) -> picker_status {
        do throws(WireError) {
            try values.value(&value)
            return status
        } catch {
            guard case .refused(let refusal) = error else { throw error }
            values = WireWriter()
            var empty = Value()
            try values.value(&empty)
            return refuse(refusal, report)
        }
    }

    private func refuse(_ refusal: LinkRefusal, _ error: ErrorBuffer) -> picker_status {
        error.set(refusal.ofRecord)
        return PICKER_UNSUPPORTED
    }
}
