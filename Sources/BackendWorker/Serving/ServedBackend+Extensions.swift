internal import ABIMemory
internal import BackendAPI

extension ServedBackend {
    func performExtension(
        _ operation: Operation, _ call: ServedCall, _ arguments: inout WireReader, _ error: ErrorBuffer,
        _ values: inout WireWriter
    ) throws(WireError) -> picker_status? {
        let context = library.context
        switch operation {
        case .add:
            var request = try arguments.value(picker_add_request.self)
            call.connect(&request)
            return emitting(call.assetSink, call, error) { extensions.write?.add?(context, &request, $0, $1, $2) }
        case .createAlbum:
            let title = try arguments.string()
            return emitting(call.collectionSink, call, error) {
                extensions.write?.create_album?(context, title, $0, $1, $2)
            }
        case .videoFacts:
            let (identifier, index) = (try arguments.string(), try arguments.integer(UInt32.self))
            return emitting(call.videoFactsSink, call, error) {
                extensions.video?.facts?(context, identifier, index, $0, $1, $2)
            }
        case .poster: return try poster(call, &arguments, error)
        case .heifItems:
            let identifier = try arguments.string()
            return emitting(call.itemSink, call, error) { extensions.heif?.items?(context, identifier, $0, $1, $2) }
        case .requestItem:
            let item: UInt32 = try arguments.integer()
            var request = try arguments.value(picker_image_request.self)
            guard request.acceptsWhatCrosses() else { return refuseFormats(error) }
            return emitting(call.frameSink, call, error) {
                extensions.heif?.request_item?(context, &request, item, $0, $1, $2)
            }
        case .refresh: return try refresh(call, &arguments, error, &values)
        default: return nil
        }
    }

    private func poster(
        _ call: ServedCall, _ arguments: inout WireReader, _ error: ErrorBuffer
    ) throws(WireError) -> picker_status {
        let (identifier, index) = (try arguments.string(), try arguments.integer(UInt32.self))
        let time = try arguments.double()
        let (width, height) = (try arguments.integer(UInt32.self), try arguments.integer(UInt32.self))
        return emitting(call.frameSink, call, error) {
            extensions.video?.poster?(library.context, identifier, index, time, width, height, $0, $1, $2)
        }
    }

    private func refresh(
        _ call: ServedCall, _ arguments: inout WireReader, _ error: ErrorBuffer, _ values: inout WireWriter
    ) throws(WireError) -> picker_status {
        let mode: UInt32 = try arguments.integer()
        var report = picker_index_report()
        report.struct_size = structSize(of: picker_index_report.self)
        let status = make(call, error) { extensions.index?.refresh?(library.context, mode, &report, $0, $1) }
        return try pass(&report, after: status, to: &values, error)
    }
}
