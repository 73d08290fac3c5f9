internal import BackendAPI

/// An open library, called through its bare table.
final class Library: @unchecked Sendable {  // Unchecked: the table does not change, and the plugin must be thread-safe.
    let table: picker_library
    let steps: StepWriter
    private let filled: Guarded<picker_library>

    init(_ filled: Guarded<picker_library>, steps: StepWriter) {
        self.filled = filled
        table = filled.value(defaults: picker_library())
        self.steps = steps
    }

    func info() -> (reply: Reply, info: LibraryInfoCopy) {
        let probe = Guarded(picker_library_info())
        let reply = steps.call("info of the library") { table.info(table.context, probe.pointer, $0) }
        return (reply, LibraryInfoCopy(probe.value(defaults: picker_library_info())))
    }

    func authorization(control: CallProbe = CallProbe()) -> (reply: Reply, status: UInt32) {
        var status: UInt32 = .max
        let reply = steps.call("authorization_status") {
            defer { control.end() }
            return table.authorization_status(table.context, control.begin(), &status, $0)
        }
        return (reply, status)
    }

    func collections(
        parent: Text? = nil, types: UInt32 = 0, sink: RecordSink<CollectionCopy>,
        control: CallProbe = CallProbe()
    ) -> Reply {
        let parent = Passed { Arena.string(parent?.bytes) }
        defer { parent.end() }
        return emit("collections", sink, control) { context, call, error in
            table.collections(table.context, parent.value, types, Self.collectionSink(context), call, error)
        }
    }

    func cameraRoll(sink: RecordSink<CollectionCopy>, control: CallProbe = CallProbe()) -> Reply {
        emit("camera_roll", sink, control) { context, call, error in
            table.camera_roll(table.context, Self.collectionSink(context), call, error)
        }
    }

    func collection(_ identifier: Text, sink: RecordSink<CollectionCopy>, control: CallProbe = CallProbe()) -> Reply {
        let text = Passed { Arena.string(identifier.bytes) }
        defer { text.end() }
        return emit("collection \(KnownNames.text(identifier))", sink, control) { context, call, error in
            table.collection(table.context, text.value, Self.collectionSink(context), call, error)
        }
    }

    func keyAssets(
        _ identifier: Text, media: UInt32 = 0, sink: RecordSink<AssetCopy>,
        control: CallProbe = CallProbe()
    ) -> Reply {
        let text = Passed { Arena.string(identifier.bytes) }
        defer { text.end() }
        return emit("key_assets \(KnownNames.text(identifier))", sink, control) { context, call, error in
            table.key_assets(table.context, text.value, media, assetSink(context), call, error)
        }
    }

    func details(_ identifier: Text, sink: RecordSink<DetailsCopy>, control: CallProbe = CallProbe()) -> Reply {
        let text = Passed { Arena.string(identifier.bytes) }
        defer { text.end() }
        return emit("details \(KnownNames.text(identifier))", sink, control) { context, call, error in
            var sink = picker_details_sink()
            sink.context = context
            sink.emit = { SinkProbe.receive($0, $1) }
            return table.details(table.context, text.value, Guarded(sink).pointer, call, error)
        }
    }

    func diagnostics(sink: RecordSink<DiagnosticCopy>, control: CallProbe = CallProbe()) -> Reply {
        emit("diagnostics", sink, control) { context, call, error in
            var sink = picker_diagnostic_sink()
            sink.context = context
            sink.emit = { SinkProbe.receive($0, $1) }
            return table.diagnostics(table.context, Guarded(sink).pointer, call, error)
        }
    }

    func observe(sink: RecordSink<ChangeCopy>, control: CallProbe) -> Reply {
        emit("observe", sink, control) { context, call, error in
            table.observe(table.context, Self.changeSink(context), call, error)
        }
    }

    func changes(since token: [UInt8]?, sink: RecordSink<ChangeCopy>, control: CallProbe = CallProbe()) -> Reply {
        let token = Passed { Arena.bytes(token) }
        defer { token.end() }
        return emit("changes_since", sink, control) { context, call, error in
            table.changes_since(table.context, token.value, Self.changeSink(context), call, error)
        }
    }

    func extensionTable(_ id: String) -> UnsafeRawPointer? {
        steps.step("get_extension of the library: \(id)")
        let id = Passed { Arena.string(id) }
        defer { id.end() }
        return table.get_extension(table.context, id.value)
    }

    /// The bytes of an extension's table; nil if there is none.
    func extensionBytes(_ id: String) -> [UInt8]? {
        guard let table = extensionTable(id) else { return nil }
        return Array(UnsafeRawBufferPointer(start: table, count: Int(table.loadUnaligned(as: UInt32.self))))
    }

    func beginShutdown() {
        steps.tidy("begin_shutdown")
        table.begin_shutdown(table.context)
    }

    func close() {
        steps.tidy("close")
        table.close(table.context)
        filled.forget(\.context)
    }

    func emit(
        _ operation: String, _ sink: SinkProbe, _ control: CallProbe,
        _ body: (UnsafeMutableRawPointer, UnsafePointer<picker_call>, UnsafeMutablePointer<picker_error>) ->
            picker_status
    ) -> Reply {
        let context = sink.begin()
        defer { sink.end() }
        return steps.call(operation, control) { body(context, $0, $1) }
    }

    static func collectionSink(_ context: UnsafeMutableRawPointer) -> UnsafePointer<picker_collection_sink> {
        var sink = picker_collection_sink()
        sink.context = context
        sink.emit = { SinkProbe.receive($0, $1) }
        return UnsafePointer(Guarded(sink).pointer)
    }

    private static func changeSink(_ context: UnsafeMutableRawPointer) -> UnsafePointer<picker_change_sink> {
        var sink = picker_change_sink()
        sink.context = context
        sink.emit = { SinkProbe.receive($0, $1) }
        return UnsafePointer(Guarded(sink).pointer)
    }
}

func assetSink(_ context: UnsafeMutableRawPointer) -> UnsafePointer<picker_asset_sink> {
    var sink = picker_asset_sink()
    sink.context = context
    sink.emit = { SinkProbe.receive($0, $1) }
    return UnsafePointer(Guarded(sink).pointer)
}
