// Made by scripts/abi-layout from the headers of the backend ABI; do not edit.
// swift-format-ignore-file

internal import ABIMemory
internal import BackendAPI

// The tables that a host is given: each function passes its call on.

extension picker_fetch {
    /// The functions of a proxy.
    static var ofProxy: picker_fetch {
        var table = picker_fetch()
        table.struct_size = structSize(of: picker_fetch.self)
        table.count = { context, call, count, error in
            guard let fetch = FetchProxy.from(context), let count else { return PICKER_INVALID_ARGUMENT }
            return fetch.count(call, count, error)
        }
        table.window = { context, offset, length, sink, call, error in
            guard let fetch = FetchProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            return fetch.window(offset, length, sink, call, error)
        }
        table.index_of = { context, localIdentifier, call, index, error in
            guard let fetch = FetchProxy.from(context), let index else { return PICKER_INVALID_ARGUMENT }
            return fetch.indexOf(localIdentifier, call, index, error)
        }
        table.release = { context in
            guard let context else { return }
            Unmanaged<FetchProxy>.fromOpaque(context).takeRetainedValue().release()
        }
        return table
    }
}

extension picker_library {
    /// The functions of a proxy.
    static var ofProxy: picker_library {
        var table = picker_library()
        table.struct_size = structSize(of: picker_library.self)
        table.info = { context, info, error in
            guard let library = LibraryProxy.from(context), let info else { return PICKER_INVALID_ARGUMENT }
            return library.info(info, error)
        }
        table.authorization_status = { context, call, status, error in
            guard let library = LibraryProxy.from(context), let status else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.libraryAuthorizationStatus(call, error)
            made.receive(number: status)
            return library.perform(made)
        }
        table.collections = { context, parent, types, sink, call, error in
            guard let library = LibraryProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.libraryCollections(parent, types, call, error)
            made.receive(sink)
            return library.perform(made)
        }
        table.camera_roll = { context, sink, call, error in
            guard let library = LibraryProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.libraryCameraRoll(call, error)
            made.receive(sink)
            return library.perform(made)
        }
        table.collection = { context, localIdentifier, sink, call, error in
            guard let library = LibraryProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.libraryCollection(localIdentifier, call, error)
            made.receive(sink)
            return library.perform(made)
        }
        table.count = { context, request, call, count, error in
            guard let library = LibraryProxy.from(context), let request, let count else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.libraryCount(request, call, error)
            made.receive(number: count)
            return library.perform(made)
        }
        table.key_assets = { context, collection, mediaTypes, sink, call, error in
            guard let library = LibraryProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.libraryKeyAssets(collection, mediaTypes, call, error)
            made.receive(sink)
            return library.perform(made)
        }
        table.fetch = { context, request, call, fetch, error in
            guard let library = LibraryProxy.from(context), let request, let fetch else { return PICKER_INVALID_ARGUMENT }
            return FetchProxy.begin(HostCall.libraryFetch(request, call, error), library, into: fetch)
        }
        table.details = { context, localIdentifier, sink, call, error in
            guard let library = LibraryProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.libraryDetails(localIdentifier, call, error)
            made.receive(sink)
            return library.perform(made)
        }
        table.request_image = { context, request, sink, call, error in
            guard let library = LibraryProxy.from(context), let request, let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.libraryRequestImage(request, call, error)
            made.frameBounds = library.frameBounds(request)
            made.receive(sink)
            return library.perform(made)
        }
        table.read = { context, request, call, length, error in
            guard let library = LibraryProxy.from(context), let request, let length else { return PICKER_INVALID_ARGUMENT }
            return library.read(request, call, length, error)
        }
        table.observe = { context, sink, call, error in
            guard let library = LibraryProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            return library.observe(sink, call, error)
        }
        table.changes_since = { context, token, sink, call, error in
            guard let library = LibraryProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.libraryChangesSince(token, call, error)
            made.receive(sink)
            return library.perform(made)
        }
        table.diagnostics = { context, sink, call, error in
            guard let library = LibraryProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.libraryDiagnostics(call, error)
            made.receive(sink)
            return library.perform(made)
        }
        table.get_extension = { context, id in LibraryProxy.from(context)?.getExtension(id) }
        table.begin_shutdown = { context in LibraryProxy.from(context)?.beginShutdown() }
        table.close = { context in
            guard let context else { return }
            Unmanaged<LibraryProxy>.fromOpaque(context).takeRetainedValue().close()
        }
        return table
    }
}

extension picker_backend {
    /// The functions of a proxy.
    static var ofProxy: picker_backend {
        var table = picker_backend()
        table.struct_size = structSize(of: picker_backend.self)
        table.info = { context, info, error in
            guard let backend = BackendProxy.from(context), let info else { return PICKER_INVALID_ARGUMENT }
            return backend.info(info, error)
        }
        table.probe = { context, error in
            guard let backend = BackendProxy.from(context) else { return PICKER_INVALID_ARGUMENT }
            return backend.probe(error)
        }
        table.open_library = { context, request, call, library, error in
            guard let backend = BackendProxy.from(context), let request, let library else { return PICKER_INVALID_ARGUMENT }
            return backend.openLibrary(request, call, library, error)
        }
        table.get_extension = { context, id in BackendProxy.from(context)?.getExtension(id) }
        table.destroy = { context in
            guard let context else { return }
            Unmanaged<BackendProxy>.fromOpaque(context).takeRetainedValue().destroy()
        }
        return table
    }
}

extension picker_write_v1 {
    /// The functions of a proxy.
    static var ofProxy: picker_write_v1 {
        var table = picker_write_v1()
        table.struct_size = structSize(of: picker_write_v1.self)
        table.add = { context, request, sink, call, error in
            guard let library = LibraryProxy.from(context), let request, let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.writeAdd(request, call, error)
            made.receive(sink)
            return library.perform(made, isRepeatable: false)
        }
        table.create_album = { context, title, sink, call, error in
            guard let library = LibraryProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.writeCreateAlbum(title, call, error)
            made.receive(sink)
            return library.perform(made, isRepeatable: false)
        }
        return table
    }
}

extension picker_video_v1 {
    /// The functions of a proxy.
    static var ofProxy: picker_video_v1 {
        var table = picker_video_v1()
        table.struct_size = structSize(of: picker_video_v1.self)
        table.facts = { context, localIdentifier, representation, sink, call, error in
            guard let library = LibraryProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.videoFacts(localIdentifier, representation, call, error)
            made.receive(sink)
            return library.perform(made)
        }
        table.poster = { context, localIdentifier, representation, time, targetWidth, targetHeight, sink, call, error in
            guard let library = LibraryProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.videoPoster(localIdentifier, representation, time, targetWidth, targetHeight, call, error)
            made.frameBounds = FrameBounds(posterWidth: targetWidth, height: targetHeight)
            made.receive(sink)
            return library.perform(made)
        }
        return table
    }
}

extension picker_heif_v1 {
    /// The functions of a proxy.
    static var ofProxy: picker_heif_v1 {
        var table = picker_heif_v1()
        table.struct_size = structSize(of: picker_heif_v1.self)
        table.items = { context, localIdentifier, sink, call, error in
            guard let library = LibraryProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.heifItems(localIdentifier, call, error)
            made.receive(sink)
            return library.perform(made)
        }
        table.request_item = { context, request, itemId, sink, call, error in
            guard let library = LibraryProxy.from(context), let request, let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.heifRequestItem(request, itemId, call, error)
            made.frameBounds = library.frameBounds(request)
            made.receive(sink)
            return library.perform(made)
        }
        return table
    }
}

extension picker_search_v1 {
    /// The functions of a proxy.
    static var ofProxy: picker_search_v1 {
        var table = picker_search_v1()
        table.struct_size = structSize(of: picker_search_v1.self)
        table.search = { context, text, request, call, fetch, error in
            guard let library = LibraryProxy.from(context), let request, let fetch else { return PICKER_INVALID_ARGUMENT }
            return FetchProxy.begin(HostCall.searchSearch(text, request, call, error), library, into: fetch)
        }
        return table
    }
}

extension picker_index_v1 {
    /// The functions of a proxy.
    static var ofProxy: picker_index_v1 {
        var table = picker_index_v1()
        table.struct_size = structSize(of: picker_index_v1.self)
        table.refresh = { context, mode, report, call, error in
            guard let library = LibraryProxy.from(context), let report else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.indexRefresh(mode, call, error)
            made.receive(info: report)
            return library.perform(made)
        }
        return table
    }
}

extension picker_days_v1 {
    /// The functions of a proxy.
    static var ofProxy: picker_days_v1 {
        var table = picker_days_v1()
        table.struct_size = structSize(of: picker_days_v1.self)
        table.days = { context, sink, call, error in
            guard let fetch = FetchProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.daysDays(call, error)
            made.receive(sink)
            return fetch.perform(made)
        }
        return table
    }
}

extension picker_account_v1 {
    /// The functions of a proxy.
    static var ofProxy: picker_account_v1 {
        var table = picker_account_v1()
        table.struct_size = structSize(of: picker_account_v1.self)
        table.sign_in = { context, request, sink, call, error in
            guard let backend = BackendProxy.from(context), let request, let sink else { return PICKER_INVALID_ARGUMENT }
            var made = HostCall.accountSignIn(request, call, error)
            made.receive(sink)
            return backend.perform(made, about: request)
        }
        table.sign_out = { context, library, call, error in
            guard let backend = BackendProxy.from(context), let library else { return PICKER_INVALID_ARGUMENT }
            return backend.perform(HostCall.accountSignOut(library, call, error), about: library)
        }
        return table
    }
}
