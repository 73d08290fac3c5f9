internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

// The host's sinks as Swift closures.

extension Flow {
    init(_ answer: picker_flow) { self = answer == PICKER_CONTINUE ? .more : .stop }
}

func collectionSink(
    _ sink: UnsafePointer<picker_collection_sink>?
) throws(PhotoError) -> (AssetCollection) -> Flow {
    let table = try argument(sink, picker_collection_sink(), "sink")
    guard let emit = table.emit else { throw .invalidArgument("the sink has no emit") }
    let arena = RecordArena()
    return { collection in
        arena.reset()
        return withUnsafePointer(to: collection.record(in: arena)) { Flow(emit(table.context, $0)) }
    }
}

func assetSink(_ sink: UnsafePointer<picker_asset_sink>?) throws(PhotoError) -> (Asset) -> Flow {
    let table = try argument(sink, picker_asset_sink(), "sink")
    guard let emit = table.emit else { throw .invalidArgument("the sink has no emit") }
    let arena = RecordArena()
    return { asset in
        arena.reset()
        return withUnsafePointer(to: asset.record(in: arena)) { Flow(emit(table.context, $0)) }
    }
}

func detailsSink(_ sink: UnsafePointer<picker_details_sink>?) throws(PhotoError) -> (AssetDetails) -> Flow {
    let table = try argument(sink, picker_details_sink(), "sink")
    guard let emit = table.emit else { throw .invalidArgument("the sink has no emit") }
    return { details in
        details.withRecord(in: RecordArena()) { Flow(emit(table.context, $0)) }
    }
}

func changeSink(_ sink: UnsafePointer<picker_change_sink>?) throws(PhotoError) -> (LibraryChange) -> Flow {
    let table = try argument(sink, picker_change_sink(), "sink")
    guard let emit = table.emit else { throw .invalidArgument("the sink has no emit") }
    let arena = RecordArena()
    return { change in
        arena.reset()
        return withUnsafePointer(to: change.record(in: arena)) { Flow(emit(table.context, $0)) }
    }
}

func diagnosticSink(_ sink: UnsafePointer<picker_diagnostic_sink>?) throws(PhotoError) -> (Diagnostic) -> Flow {
    let table = try argument(sink, picker_diagnostic_sink(), "sink")
    guard let emit = table.emit else { throw .invalidArgument("the sink has no emit") }
    let arena = RecordArena()
    return { diagnostic in
        arena.reset()
        return withUnsafePointer(to: diagnostic.record(in: arena)) { Flow(emit(table.context, $0)) }
    }
}

func daySink(_ sink: UnsafePointer<picker_day_sink>?) throws(PhotoError) -> (DayCount) -> Flow {
    let table = try argument(sink, picker_day_sink(), "sink")
    guard let emit = table.emit else { throw .invalidArgument("the sink has no emit") }
    return { day in
        var record = picker_day()
        record.struct_size = structSize(of: picker_day.self)
        record.flags = day.day == nil ? 0 : PICKER_DAY_HAS_DATE
        record.day = day.day ?? 0
        record.count = UInt64(clamping: day.count)
        return Flow(emit(table.context, &record))
    }
}
