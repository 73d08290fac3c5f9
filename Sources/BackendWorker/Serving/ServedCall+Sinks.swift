internal import ABIMemory
internal import BackendAPI

// The sinks that the plugin is given. A function of C cannot be generic, so there is one for each record.

extension ServedCall {
    var collectionSink: picker_collection_sink {
        picker_collection_sink(
            struct_size: structSize(of: picker_collection_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    var assetSink: picker_asset_sink {
        picker_asset_sink(
            struct_size: structSize(of: picker_asset_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    var detailsSink: picker_details_sink {
        picker_details_sink(
            struct_size: structSize(of: picker_details_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    var diagnosticSink: picker_diagnostic_sink {
        picker_diagnostic_sink(
            struct_size: structSize(of: picker_diagnostic_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    /// Observers wait for each change as it comes.
    var changeSink: picker_change_sink {
        picker_change_sink(
            struct_size: structSize(of: picker_change_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1, isUrgent: true) ?? PICKER_STOP })
    }

    var stepSink: picker_account_step_sink {
        picker_account_step_sink(
            struct_size: structSize(of: picker_account_step_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    var itemSink: picker_heif_item_sink {
        picker_heif_item_sink(
            struct_size: structSize(of: picker_heif_item_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    var videoFactsSink: picker_video_facts_sink {
        picker_video_facts_sink(
            struct_size: structSize(of: picker_video_facts_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }
}
