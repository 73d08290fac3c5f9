internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// `org.picker.heif/1`.
enum HEIFTable {
    // Unsafe: written once, here, and never freed, for a table must not change (R6.4).
    nonisolated(unsafe) static let pointer: UnsafePointer<picker_heif_v1> = {
        let table = UnsafeMutablePointer<picker_heif_v1>.allocate(capacity: 1)
        table.initialize(to: picker_heif_v1())
        table.pointee.struct_size = structSize(of: picker_heif_v1.self)
        table.pointee.items = { context, identifier, sink, call, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                let emit = try itemSink(sink)
                try heif(library).items(of: try identifier.required("asset"), call: call, emit: emit)
            }
        }
        table.pointee.request_item = { context, request, item, sink, call, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                let library = try heif(library)
                let request = try argument(request, picker_image_request(), "request")
                var delivery = try FrameDelivery(sink)
                try library.requestItem(
                    item, of: try request.local_identifier.required("asset"), options: try request.options(),
                    acceptedFormats: FrameFormats(asked: request.accepted_formats), call: call,
                    deliver: { delivery.deliver($0) })
                try delivery.finish()
            }
        }
        return UnsafePointer(table)
    }()

    private static func heif(_ library: any BackendLibrary) throws(PhotoError) -> any HEIFLibrary {
        guard let library = library as? any HEIFLibrary else {
            throw .unsupported("this library does not list the images inside files")
        }
        return library
    }

    private static func itemSink(
        _ sink: UnsafePointer<picker_heif_item_sink>?
    ) throws(PhotoError) -> (ImageItem) -> Flow {
        let table = try argument(sink, picker_heif_item_sink(), "sink")
        guard let emit = table.emit else { throw .invalidArgument("the sink has no emit") }
        let arena = RecordArena()
        return { item in
            arena.reset()
            return withUnsafePointer(to: item.record(in: arena)) { Flow(emit(table.context, $0)) }
        }
    }
}

extension ImageItem {
    fileprivate func record(in arena: RecordArena) -> picker_heif_item {
        var record = picker_heif_item()
        record.struct_size = structSize(of: picker_heif_item.self)
        record.kind = kind.rawValue
        record.item_id = id
        record.pixel_width = UInt32(clamping: pixelWidth)
        record.pixel_height = UInt32(clamping: pixelHeight)
        if let auxiliaryType { record.auxiliary_type = arena.string(auxiliaryType) }
        return record
    }
}
