internal import ABIMemory
internal import BackendAPI

extension picker_library {
    /// The functions of a proxy.
    static var ofProxy: picker_library {
        var table = picker_library()
        table.struct_size = structSize(of: picker_library.self)
        table.setLifeCycle()
        table.setCollections()
        table.setAssets()
        table.setMedia()
        table.setChanges()
        return table
    }

    private mutating func setLifeCycle() {
        info = { context, info, error in
            guard let library = LibraryProxy.from(context), let info else { return PICKER_INVALID_ARGUMENT }
            return library.info(info, error)
        }
        authorization_status = { context, call, status, error in
            guard let library = LibraryProxy.from(context) else { return PICKER_INVALID_ARGUMENT }
            var asking = HostCall(.authorizationStatus, call, error)
            asking.values = { result, reader throws(WireError) in
                let answer: UInt32 = try reader.integer()
                if result == PICKER_OK { status?.pointee = answer }
            }
            return library.perform(asking)
        }
        get_extension = { LibraryProxy.from($0)?.extensionTable($1) }
        begin_shutdown = { LibraryProxy.from($0)?.beginShutdown() }
        close = { context in
            guard let context else { return }
            Unmanaged<LibraryProxy>.fromOpaque(context).takeRetainedValue().close()
        }
    }

    private mutating func setCollections() {
        collections = { context, parent, types, sink, call, error in
            guard let library = LibraryProxy.from(context) else { return PICKER_INVALID_ARGUMENT }
            var listing = HostCall(.collections, call, error)
            listing.arguments = { writer throws(WireError) in
                try writer.raw(parent.data, parent.length)
                writer.integer(types)
            }
            listing.receive(sink)
            return library.perform(listing)
        }
        camera_roll = { context, sink, call, error in
            guard let library = LibraryProxy.from(context) else { return PICKER_INVALID_ARGUMENT }
            var asking = HostCall(.cameraRoll, call, error)
            asking.receive(sink)
            return library.perform(asking)
        }
        collection = { context, identifier, sink, call, error in
            guard let library = LibraryProxy.from(context) else { return PICKER_INVALID_ARGUMENT }
            var asking = HostCall(.collection, call, error)
            asking.arguments = { writer throws(WireError) in try writer.raw(identifier.data, identifier.length) }
            asking.receive(sink)
            return library.perform(asking)
        }
        key_assets = { context, collection, mediaTypes, sink, call, error in
            guard let library = LibraryProxy.from(context) else { return PICKER_INVALID_ARGUMENT }
            var asking = HostCall(.keyAssets, call, error)
            asking.arguments = { writer throws(WireError) in
                try writer.raw(collection.data, collection.length)
                writer.integer(mediaTypes)
            }
            asking.receive(sink)
            return library.perform(asking)
        }
    }

    private mutating func setAssets() {
        count = { context, request, call, count, error in
            guard let library = LibraryProxy.from(context), let request else { return PICKER_INVALID_ARGUMENT }
            var counting = HostCall(.count, call, error)
            counting.arguments = { writer throws(WireError) in try writer.value(request) }
            counting.receive(number: count)
            return library.perform(counting)
        }
        fetch = { context, request, call, fetch, error in
            guard let library = LibraryProxy.from(context), let request, let fetch else {
                return PICKER_INVALID_ARGUMENT
            }
            var fetching = HostCall(.fetch, call, error)
            fetching.arguments = { writer throws(WireError) in try writer.value(request) }
            return FetchProxy.begin(fetching, library, into: fetch)
        }
        details = { context, identifier, sink, call, error in
            guard let library = LibraryProxy.from(context) else { return PICKER_INVALID_ARGUMENT }
            var asking = HostCall(.details, of: identifier, call, error)
            asking.arguments = { writer throws(WireError) in try writer.raw(identifier.data, identifier.length) }
            asking.receive(sink)
            return library.perform(asking)
        }
    }

    private mutating func setMedia() {
        request_image = { context, request, sink, call, error in
            guard let library = LibraryProxy.from(context), let request else { return PICKER_INVALID_ARGUMENT }
            let asset = boundedCopy(of: request, into: picker_image_request()).local_identifier
            var asking = HostCall(.requestImage, of: asset, call, error)
            asking.arguments = { writer throws(WireError) in try writer.value(request) }
            asking.frameBounds = library.frameBounds(request)
            asking.receive(sink)
            return library.perform(asking)
        }
        read = { context, request, call, length, error in
            guard let library = LibraryProxy.from(context), let request, let length else {
                return PICKER_INVALID_ARGUMENT
            }
            return library.read(request, call, length, error)
        }
        diagnostics = { context, sink, call, error in
            guard let library = LibraryProxy.from(context) else { return PICKER_INVALID_ARGUMENT }
            var listing = HostCall(.diagnostics, call, error)
            listing.receive(sink)
            return library.perform(listing)
        }
    }

    private mutating func setChanges() {
        observe = { context, sink, call, error in
            guard let library = LibraryProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            return library.observe(sink, call, error)
        }
        changes_since = { context, token, sink, call, error in
            guard let library = LibraryProxy.from(context) else { return PICKER_INVALID_ARGUMENT }
            var asking = HostCall(.changesSince, call, error)
            asking.arguments = { writer throws(WireError) in try writer.raw(token.data, token.length) }
            asking.receive(sink)
            return library.perform(asking)
        }
    }
}
