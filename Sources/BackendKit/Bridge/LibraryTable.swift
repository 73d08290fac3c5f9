internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

extension LibraryContext {
    /// The table of functions for this library. Holds a reference to the context, which `close` gives up.
    func makeTable() -> picker_library {
        var table = picker_library()
        table.struct_size = structSize(of: picker_library.self)
        table.context = Unmanaged.passRetained(self).toOpaque()
        table.setLifeCycle()
        table.setCollections()
        table.setAssets()
        table.setMedia()
        table.setChanges()
        return table
    }
}

extension picker_library {
    fileprivate mutating func setLifeCycle() {
        info = { context, info, destination in
            do throws(PhotoError) {
                let owner = try LibraryContext.owner(of: context)
                _ = try owner.begin(nil)
                guard let info, boundedFill(info, with: owner.record) else {
                    throw .invalidArgument("info has no room")
                }
                return PICKER_OK
            } catch {
                return error.report(to: destination)
            }
        }
        authorization_status = { context, call, status, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                guard let status else { throw .invalidArgument("status is NULL") }
                status.pointee = try library.authorizationStatus(call: call).rawValue
            }
        }
        get_extension = { context, id in
            (try? LibraryContext.owner(of: context))?.table(ofExtension: id)
        }
        begin_shutdown = { context in
            guard let context else { return }
            Unmanaged<LibraryContext>.fromOpaque(context).takeUnretainedValue().beginShutdown()
        }
        close = { context in
            guard let context else { return }
            Unmanaged<LibraryContext>.fromOpaque(context).takeRetainedValue().library.close()
        }
    }

    fileprivate mutating func setCollections() {
        collections = { context, parent, types, sink, call, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                let emit = try collectionSink(sink)
                let types = CollectionTypes(asked: types)
                try library.collections(under: try parent.text("parent"), types: types, call: call, emit: emit)
            }
        }
        camera_roll = { context, sink, call, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                let emit = try collectionSink(sink)
                _ = emit(try library.cameraRoll(call: call))
            }
        }
        collection = { context, identifier, sink, call, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                let emit = try collectionSink(sink)
                _ = emit(try library.collection(try identifier.required("collection"), call: call))
            }
        }
        key_assets = { context, collection, mediaTypes, sink, call, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                let emit = try assetSink(sink)
                let assets = try library.keyAssets(
                    of: try collection.required("collection"), mediaTypes: try MediaTypes(asked: mediaTypes), call: call
                )
                for asset in assets.prefix(3) where emit(asset) == .stop { break }
            }
        }
    }

    fileprivate mutating func setAssets() {
        count = { context, request, call, count, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                let request = try argument(request, picker_fetch_request(), "request")
                guard let count else { throw .invalidArgument("count is NULL") }
                let options = try LibraryContext.owner(of: context).options(of: request)
                count.pointee = UInt64(clamping: try library.count(try request.scope(), options: options, call: call))
            }
        }
        fetch = { context, request, call, fetch, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                let request = try argument(request, picker_fetch_request(), "request")
                guard let fetch else { throw .invalidArgument("fetch is NULL") }
                let owner = try LibraryContext.owner(of: context)
                let options = try owner.options(of: request)
                try owner.fill(fetch, with: try library.fetch(try request.scope(), options: options, call: call))
            }
        }
        details = { context, identifier, sink, call, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                let emit = try detailsSink(sink)
                _ = emit(try library.details(of: try identifier.required("asset"), call: call))
            }
        }
    }

    fileprivate mutating func setMedia() {
        request_image = { context, request, sink, call, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                let request = try argument(request, picker_image_request(), "request")
                var delivery = try FrameDelivery(sink)
                let asset = try request.local_identifier.required("asset")
                let formats = FrameFormats(asked: request.accepted_formats)
                if let library = library as? any ImageFileLibrary, formats.contains(.imageFile) {
                    try library.requestImageFile(
                        of: asset, options: try request.options(), call: call, deliver: { delivery.deliver($0) })
                } else {
                    try library.requestImage(
                        of: asset, options: try request.options(), acceptedFormats: formats, call: call,
                        deliver: { delivery.deliver($0) })
                }
                try delivery.finish()
            }
        }
        read = { context, request, call, length, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                let request = try argument(request, picker_read_request(), "request")
                guard let length else { throw .invalidArgument("length is NULL") }
                length.pointee = try request.fill(from: library, call: call)
            }
        }
        diagnostics = { context, sink, call, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                try library.diagnostics(call: call, emit: try diagnosticSink(sink))
            }
        }
    }

    fileprivate mutating func setChanges() {
        observe = { context, sink, call, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                try library.observe(call: call, emit: try changeSink(sink))
            }
        }
        changes_since = { context, token, sink, call, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                try library.changes(since: token.array, call: call, emit: try changeSink(sink))
            }
        }
    }
}

extension picker_read_request {
    /// Reads into the caller's buffer; gives the number of bytes.
    fileprivate func fill(from library: any BackendLibrary, call: BackendCall) throws(PhotoError) -> UInt64 {
        guard let buffer else { throw .invalidArgument("buffer is NULL") }
        var request = ReadRequest(
            localIdentifier: try local_identifier.required("asset"), representation: Int(representation),
            // No file is so long that the difference shows.
            offset: Int64(clamping: offset), count: Int(clamping: capacity),
            contentTag: version_token == 0 ? nil : version_token)
        request.allowsNetwork = flags & PICKER_REQUEST_ALLOW_NETWORK != 0
        let bytes = try library.read(request, call: call)
        guard bytes.count <= capacity else { throw PhotoError(.internal, "the backend read more than was asked") }
        bytes.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { buffer.update(from: base, count: source.count) }
        }
        return UInt64(bytes.count)
    }
}
