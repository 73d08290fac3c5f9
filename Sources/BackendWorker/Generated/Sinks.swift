// Made by scripts/abi-layout from the headers of the backend ABI; do not edit.
// swift-format-ignore-file

internal import ABIMemory
internal import BackendAPI

// A function of C cannot be generic, so there is one for each record.

/// What the plugin is given.
extension ServedCall {
    var assetSink: picker_asset_sink {
        picker_asset_sink(
            struct_size: structSize(of: picker_asset_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    var collectionSink: picker_collection_sink {
        picker_collection_sink(
            struct_size: structSize(of: picker_collection_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    var detailsSink: picker_details_sink {
        picker_details_sink(
            struct_size: structSize(of: picker_details_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    var frameSink: picker_frame_sink {
        picker_frame_sink(
            struct_size: structSize(of: picker_frame_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    var changeSink: picker_change_sink {
        picker_change_sink(
            struct_size: structSize(of: picker_change_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    var diagnosticSink: picker_diagnostic_sink {
        picker_diagnostic_sink(
            struct_size: structSize(of: picker_diagnostic_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    var videoFactsSink: picker_video_facts_sink {
        picker_video_facts_sink(
            struct_size: structSize(of: picker_video_facts_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    var heifItemSink: picker_heif_item_sink {
        picker_heif_item_sink(
            struct_size: structSize(of: picker_heif_item_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    var daySink: picker_day_sink {
        picker_day_sink(
            struct_size: structSize(of: picker_day_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    var accountStepSink: picker_account_step_sink {
        picker_account_step_sink(
            struct_size: structSize(of: picker_account_step_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }
}

/// What the host gave: each record that comes goes there.
extension HostCall {
    mutating func receive(_ sink: UnsafePointer<picker_asset_sink>) {
        let table = boundedCopy(of: sink, into: picker_asset_sink())
        receive { (record: UnsafePointer<picker_asset>) in
            table.emit?(table.context, record) ?? PICKER_STOP
        }
    }

    mutating func receive(_ sink: UnsafePointer<picker_collection_sink>) {
        let table = boundedCopy(of: sink, into: picker_collection_sink())
        receive { (record: UnsafePointer<picker_collection>) in
            table.emit?(table.context, record) ?? PICKER_STOP
        }
    }

    mutating func receive(_ sink: UnsafePointer<picker_details_sink>) {
        let table = boundedCopy(of: sink, into: picker_details_sink())
        receive { (record: UnsafePointer<picker_asset_details>) in
            table.emit?(table.context, record) ?? PICKER_STOP
        }
    }

    mutating func receive(_ sink: UnsafePointer<picker_change_sink>) {
        let table = boundedCopy(of: sink, into: picker_change_sink())
        receive { (record: UnsafePointer<picker_change>) in
            table.emit?(table.context, record) ?? PICKER_STOP
        }
    }

    mutating func receive(_ sink: UnsafePointer<picker_diagnostic_sink>) {
        let table = boundedCopy(of: sink, into: picker_diagnostic_sink())
        receive { (record: UnsafePointer<picker_diagnostic>) in
            table.emit?(table.context, record) ?? PICKER_STOP
        }
    }

    mutating func receive(_ sink: UnsafePointer<picker_video_facts_sink>) {
        let table = boundedCopy(of: sink, into: picker_video_facts_sink())
        receive { (record: UnsafePointer<picker_video_facts>) in
            table.emit?(table.context, record) ?? PICKER_STOP
        }
    }

    mutating func receive(_ sink: UnsafePointer<picker_heif_item_sink>) {
        let table = boundedCopy(of: sink, into: picker_heif_item_sink())
        receive { (record: UnsafePointer<picker_heif_item>) in
            table.emit?(table.context, record) ?? PICKER_STOP
        }
    }

    mutating func receive(_ sink: UnsafePointer<picker_day_sink>) {
        let table = boundedCopy(of: sink, into: picker_day_sink())
        receive { (record: UnsafePointer<picker_day>) in
            table.emit?(table.context, record) ?? PICKER_STOP
        }
    }

    mutating func receive(_ sink: UnsafePointer<picker_account_step_sink>) {
        let table = boundedCopy(of: sink, into: picker_account_step_sink())
        receive { (record: UnsafePointer<picker_account_step>) in
            table.emit?(table.context, record) ?? PICKER_STOP
        }
    }
}
