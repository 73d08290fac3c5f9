internal import BackendAPI
internal import Platform

/// Calls of a plugin that take no memory of the kit's own: all that they pass is made once, and what comes is not kept.
final class QuietCalls: @unchecked Sendable {  // Unchecked: used by one thread.
    let call: Guarded<picker_call>
    let error: ErrorProbe
    private let host = HostProbe(keepsLogs: false)
    let fetchTable = Guarded(picker_fetch())
    private let libraryTable = Guarded(picker_library())
    private let backendTable = Guarded(picker_backend())
    private var records = 0
    private var checks = 0
    /// The check, and the record, from which on the answer is another; 0: none.
    private var cancelAt = 0
    private var stopAt = 0

    init() {
        error = ErrorProbe(capacity: 256)
        call = Guarded(picker_call())
        call.pointer.pointee.check = { QuietCalls.from($0)?.check() ?? PICKER_OK }
        call.pointer.pointee.progress = { _, _, _ in }
        call.pointer.pointee.context = LeakedMemory.leak(self)
    }

    static func from(_ context: UnsafeMutableRawPointer?) -> QuietCalls? {
        context.map { Unmanaged<QuietCalls>.fromOpaque($0).takeUnretainedValue() }
    }

    private func check() -> picker_status {
        checks += 1
        return cancelAt > 0 && checks >= cancelAt ? PICKER_CANCELLED : PICKER_OK
    }

    func receive() -> picker_flow {
        records += 1
        return stopAt > 0 && records >= stopAt ? PICKER_STOP : PICKER_CONTINUE
    }

    func receive(_ frame: UnsafePointer<picker_frame>?) -> picker_flow {
        if let frame { frame.pointee.release?(frame.pointee.release_context) }
        return receive()
    }

    /// Sets everything to what a host sets it to before a call.
    func prepare(_ end: End) {
        (records, checks, cancelAt, stopAt) = (0, 0, end.cancelAt, end.stopAt)
        let place = error.pointer
        (place.pointee.message_length, place.pointee.system_errno, place.pointee.retry_after) = (0, 0, 0)
        place.pointee.reserved = (0, 0, 0, 0)
    }

    /// How a call is ended early: at which check, or at which record; 0: it is not.
    struct End {
        var cancelAt = 0
        var stopAt = 0
        static let none = End()
        static func cancel(_ number: Int) -> End { End(cancelAt: number) }
        static func stop(_ number: Int) -> End { End(stopAt: number) }
    }

    // MARK: Calls of a library, made ready

    typealias Ready = () -> picker_status

    func image(_ library: Library, _ identifier: Text, _ ask: ImageRequest, _ end: End = .none) -> Ready {
        let (table, request) = (library.table, ask.request(identifier).pointer)
        var sink = picker_frame_sink()
        sink.context = call.pointer.pointee.context
        sink.emit = { QuietCalls.from($0)?.receive($1) ?? PICKER_STOP }
        let sinks = UnsafePointer(Guarded(sink).pointer)
        return { [self] in
            prepare(end)
            return table.request_image(table.context, request, sinks, call.pointer, error.pointer)
        }
    }

    func read(_ library: Library, _ ask: ReadRequest, _ end: End = .none) -> Ready {
        let (table, request) = (library.table, Guarded(ask.request).pointer)
        let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, ask.capacity))
        LeakedMemory.leak(buffer)
        request.pointee.buffer = buffer
        return { [self] in
            prepare(end)
            var length: UInt64 = 0
            return table.read(table.context, request, call.pointer, &length, error.pointer)
        }
    }

    func details(_ library: Library, _ identifier: Text, _ end: End = .none) -> Ready {
        let (table, text) = (library.table, Arena.string(identifier.bytes))
        var sink = picker_details_sink()
        sink.context = call.pointer.pointee.context
        sink.emit = { context, _ in QuietCalls.from(context)?.receive() ?? PICKER_STOP }
        let sinks = Guarded(sink).pointer
        return { [self] in
            prepare(end)
            return table.details(table.context, text, sinks, call.pointer, error.pointer)
        }
    }

    func count(_ library: Library, _ ask: FetchRequest, _ end: End = .none) -> Ready {
        let (table, request) = (library.table, ask.request.pointer)
        return { [self] in
            prepare(end)
            var count: UInt64 = 0
            return table.count(table.context, request, call.pointer, &count, error.pointer)
        }
    }

    /// A fetch, a window of it, a look-up, and its release.
    ///
    /// - Parameter identifier: what is looked for in it.
    func fetch(
        _ library: Library, _ ask: FetchRequest, of identifier: Text? = nil, _ end: End = .none, window: End? = nil
    ) -> Ready {
        let (table, request, sink) = (library.table, ask.request.pointer, assets)
        let text = identifier.map { Arena.string($0.bytes) }
        return { [self] in
            prepare(end)
            fetchTable.reset(picker_fetch())
            var status = table.fetch(table.context, request, call.pointer, fetchTable.pointer, error.pointer)
            guard status == PICKER_OK else { return status }
            let fetch = fetchTable.pointer.pointee
            if let window {
                prepare(window)
                status = fetch.window(fetch.context, 0, 1 << 40, sink, call.pointer, error.pointer)
            }
            if let text {
                var index: UInt64 = 0
                status = fetch.index_of(fetch.context, text, call.pointer, &index, error.pointer)
            }
            fetch.release(fetch.context)
            return status
        }
    }

    var assets: UnsafePointer<picker_asset_sink> {
        var sink = picker_asset_sink()
        sink.context = call.pointer.pointee.context
        sink.emit = { context, _ in QuietCalls.from(context)?.receive() ?? PICKER_STOP }
        return UnsafePointer(Guarded(sink).pointer)
    }

    var collectionSink: UnsafePointer<picker_collection_sink> {
        var sink = picker_collection_sink()
        sink.context = call.pointer.pointee.context
        sink.emit = { context, _ in QuietCalls.from(context)?.receive() ?? PICKER_STOP }
        return UnsafePointer(Guarded(sink).pointer)
    }

    func collections(_ library: Library, parent: Text? = nil, _ end: End = .none) -> Ready {
        let (table, text, sink) = (library.table, Arena.string(parent?.bytes), collectionSink)
        return { [self] in
            prepare(end)
            return table.collections(table.context, text, 0, sink, call.pointer, error.pointer)
        }
    }

    func collection(_ library: Library, _ identifier: Text) -> Ready {
        let (table, text, sink) = (library.table, Arena.string(identifier.bytes), collectionSink)
        return { [self] in
            prepare(.none)
            return table.collection(table.context, text, sink, call.pointer, error.pointer)
        }
    }

    func keyAssets(_ library: Library, _ identifier: Text, _ end: End = .none) -> Ready {
        let (table, text, sink) = (library.table, Arena.string(identifier.bytes), assets)
        return { [self] in
            prepare(end)
            return table.key_assets(table.context, text, 0, sink, call.pointer, error.pointer)
        }
    }

    func diagnostics(_ library: Library, _ end: End = .none) -> Ready {
        let table = library.table
        var sink = picker_diagnostic_sink()
        sink.context = call.pointer.pointee.context
        sink.emit = { context, _ in QuietCalls.from(context)?.receive() ?? PICKER_STOP }
        let sinks = Guarded(sink).pointer
        return { [self] in
            prepare(end)
            return table.diagnostics(table.context, sinks, call.pointer, error.pointer)
        }
    }

    /// A call that passes nothing but what every call does.
    func plain(
        _ library: Library,
        _ body:
            @escaping (picker_library, UnsafePointer<picker_call>, UnsafeMutablePointer<picker_error>) -> picker_status
    ) -> Ready {
        let table = library.table
        return { [self] in
            prepare(.none)
            return body(table, call.pointer, error.pointer)
        }
    }

    func libraryInfo(_ library: Library) -> Ready {
        let info = Guarded(picker_library_info())
        return plain(library) { table, _, error in
            info.reset(picker_library_info())
            return table.info(table.context, info.pointer, error)
        }
    }

    func authorization(_ library: Library) -> Ready {
        plain(library) { table, call, error in
            var status: UInt32 = 0
            return table.authorization_status(table.context, call, &status, error)
        }
    }

    func cameraRoll(_ library: Library) -> Ready {
        let sink = collectionSink
        return plain(library) { table, call, error in table.camera_roll(table.context, sink, call, error) }
    }

    /// - Parameter token: absent: asks for the current one.
    func changes(_ library: Library, since token: [UInt8]?) -> Ready {
        let bytes = Arena.bytes(token)
        var sink = picker_change_sink()
        sink.context = call.pointer.pointee.context
        sink.emit = { context, _ in QuietCalls.from(context)?.receive() ?? PICKER_STOP }
        let sinks = UnsafePointer(Guarded(sink).pointer)
        return plain(library) { table, call, error in table.changes_since(table.context, bytes, sinks, call, error) }
    }

    func observe(_ library: Library, _ end: End) -> Ready {
        let table = library.table
        var sink = picker_change_sink()
        sink.context = call.pointer.pointee.context
        sink.emit = { context, _ in QuietCalls.from(context)?.receive() ?? PICKER_STOP }
        let sinks = UnsafePointer(Guarded(sink).pointer)
        return { [self] in
            prepare(end)
            return table.observe(table.context, sinks, call.pointer, error.pointer)
        }
    }

    // MARK: Libraries and backends

    /// A library that is opened and closed.
    func open(_ backend: Backend, root: BytePath, data: BytePath, _ end: End = .none, links: Links = .none) -> Ready {
        let table = backend.table
        var request = picker_open_request()
        let place = backend.place(of: root)
        request.location = Arena.bytes(place.location)
        request.data_directory = Arena.bytes(data.bytes)
        request.setting_keys = Arena.array(place.settings.map { Arena.string($0.key) })
        request.setting_values = Arena.array(place.settings.map { Arena.string($0.value) })
        request.setting_count = UInt64(place.settings.count)
        request.next = links.first
        let passed = Guarded(request).pointer
        return { [self] in
            prepare(end)
            libraryTable.reset(picker_library())
            let status = table.open_library(table.context, passed, call.pointer, libraryTable.pointer, error.pointer)
            guard status == PICKER_OK else { return status }
            let library = libraryTable.pointer.pointee
            library.begin_shutdown(library.context)
            library.close(library.context)
            return status
        }
    }

    /// A backend that is made, probed and destroyed.
    func enter(_ plugin: Plugin, links: Links = .none) -> Ready {
        var request = picker_entry_request()
        request.host = host.pointer
        request.next = links.first
        let passed = UnsafePointer(Guarded(request).pointer)
        let info = Guarded(picker_backend_info())
        let id = Arena.string("com.example.not-there/1")
        return { [self] in
            prepare(.none)
            backendTable.reset(picker_backend())
            let status = plugin.entry(passed, backendTable.pointer, error.pointer)
            guard status == PICKER_OK else { return status }
            let backend = backendTable.pointer.pointee
            info.reset(picker_backend_info())
            _ = backend.info(backend.context, info.pointer, error.pointer)
            _ = backend.probe(backend.context, error.pointer)
            _ = backend.get_extension(backend.context, id)
            backend.destroy(backend.context)
            return status
        }
    }
}
