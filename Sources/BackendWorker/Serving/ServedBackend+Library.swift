internal import BackendAPI

extension ServedBackend {
    /// Calls of the library that emit records.
    func performLibrary(
        _ operation: Operation, _ call: ServedCall, _ arguments: inout WireReader, _ error: ErrorBuffer,
        _ values: inout WireWriter
    ) throws(WireError) -> picker_status? {
        let context = library.context
        switch operation {
        case .collections:
            let (parent, types) = (try arguments.string(), try arguments.integer(UInt32.self))
            return emitting(call.collectionSink, call, error) {
                library.collections?(context, parent, types, $0, $1, $2)
            }
        case .cameraRoll:
            return emitting(call.collectionSink, call, error) { library.camera_roll?(context, $0, $1, $2) }
        case .collection:
            let identifier = try arguments.string()
            return emitting(call.collectionSink, call, error) { library.collection?(context, identifier, $0, $1, $2) }
        case .keyAssets:
            let (collection, media) = (try arguments.string(), try arguments.integer(UInt32.self))
            return emitting(call.assetSink, call, error) { library.key_assets?(context, collection, media, $0, $1, $2) }
        case .details:
            let identifier = try arguments.string()
            return emitting(call.detailsSink, call, error) { library.details?(context, identifier, $0, $1, $2) }
        case .diagnostics:
            return emitting(call.diagnosticSink, call, error) { library.diagnostics?(context, $0, $1, $2) }
        case .observe:
            return emitting(call.changeSink, call, error) { library.observe?(context, $0, $1, $2) }
        case .changesSince:
            let token = try arguments.bytes()
            return emitting(call.changeSink, call, error) { library.changes_since?(context, token, $0, $1, $2) }
        default: return nil
        }
    }

    /// Calls of the library that give numbers, images and bytes.
    func performMedia(
        _ operation: Operation, _ call: ServedCall, _ arguments: inout WireReader, _ error: ErrorBuffer,
        _ values: inout WireWriter
    ) throws(WireError) -> picker_status? {
        let context = library.context
        switch operation {
        case .libraryInfo: return try describeLibrary(call, error, &values)
        case .authorizationStatus:
            var answer: UInt32 = 0
            let status = make(call, error) { library.authorization_status?(context, $0, &answer, $1) }
            values.integer(answer)
            return status
        case .count:
            var request = try arguments.value(picker_fetch_request.self)
            var count: UInt64 = 0
            let status = make(call, error) { library.count?(context, &request, $0, &count, $1) }
            values.integer(count)
            return status
        case .requestImage:
            var request = try arguments.value(picker_image_request.self)
            guard request.acceptsWhatCrosses() else { return refuseFormats(error) }
            call.decoding = ImageFileDecoding(request, of: self)
            return emitting(call.frameSink, call, error) { library.request_image?(context, &request, $0, $1, $2) }
        case .read: return try read(call, &arguments, error, &values)
        default: return nil
        }
    }

    private func read(
        _ call: ServedCall, _ arguments: inout WireReader, _ error: ErrorBuffer, _ values: inout WireWriter
    ) throws(WireError) -> picker_status {
        var request = try arguments.value(picker_read_request.self)
        guard request.capacity <= UInt64(WireWriter.limit / 2) else { throw .malformed }
        let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, Int(request.capacity)))
        defer { buffer.deallocate() }
        request.buffer = buffer
        var length: UInt64 = 0
        let status = make(call, error) { library.read?(library.context, &request, $0, &length, $1) }
        values.integer(length)
        try values.raw(buffer, status == PICKER_OK ? min(length, request.capacity) : 0)
        return status
    }

    /// Makes one call that emits.
    func refuseFormats(_ error: ErrorBuffer) -> picker_status {
        error.set("a worker passes on none of the frame formats that are asked for")
        return PICKER_UNSUPPORTED
    }

    func emitting<Sink>(
        _ sink: Sink, _ call: ServedCall, _ error: ErrorBuffer,
        _ body: (UnsafePointer<Sink>, UnsafePointer<picker_call>?, UnsafeMutablePointer<picker_error>?) ->
            picker_status?
    ) -> picker_status {
        withUnsafePointer(to: sink) { sink in make(call, error) { body(sink, $0, $1) } }
    }
}
