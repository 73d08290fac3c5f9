internal import ABIMemory
internal import BackendAPI

extension picker_write_v1 {
    static var ofProxy: picker_write_v1 {
        var table = picker_write_v1()
        table.struct_size = structSize(of: picker_write_v1.self)
        table.add = { context, request, sink, call, error in
            guard let library = LibraryProxy.from(context), let request else { return PICKER_INVALID_ARGUMENT }
            let asked = boundedCopy(of: request, into: picker_add_request())
            var adding = HostCall(.add, call, error)
            adding.arguments = { writer throws(WireError) in try writer.value(request) }
            adding.source = { room in
                var length: UInt64 = 0
                let start = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
                let status = asked.read?(asked.source_context, start, UInt64(room.count), &length) ?? PICKER_IO
                return (status, status == PICKER_OK ? Int(clamping: length) : 0)
            }
            adding.receive(sink)
            // Whether it was added is not known when the worker ends: it is not tried twice.
            return library.perform(adding, isRepeatable: false)
        }
        table.create_album = { context, title, sink, call, error in
            guard let library = LibraryProxy.from(context) else { return PICKER_INVALID_ARGUMENT }
            var making = HostCall(.createAlbum, call, error)
            making.arguments = { writer throws(WireError) in try writer.raw(title.data, title.length) }
            making.receive(sink)
            return library.perform(making, isRepeatable: false)
        }
        return table
    }
}

extension picker_video_v1 {
    static var ofProxy: picker_video_v1 {
        var table = picker_video_v1()
        table.struct_size = structSize(of: picker_video_v1.self)
        table.facts = { context, identifier, representation, sink, call, error in
            guard let library = LibraryProxy.from(context) else { return PICKER_INVALID_ARGUMENT }
            var asking = HostCall(.videoFacts, of: identifier, call, error)
            asking.arguments = { writer throws(WireError) in
                try writer.raw(identifier.data, identifier.length)
                writer.integer(representation)
            }
            asking.receive(sink)
            return library.perform(asking)
        }
        table.poster = { context, identifier, representation, time, width, height, sink, call, error in
            guard let library = LibraryProxy.from(context) else { return PICKER_INVALID_ARGUMENT }
            var asking = HostCall(.poster, of: identifier, call, error)
            asking.arguments = { writer throws(WireError) in
                try writer.raw(identifier.data, identifier.length)
                writer.integer(representation)
                writer.double(time)
                writer.integer(width)
                writer.integer(height)
            }
            asking.frameBounds = FrameBounds(posterWidth: width, height: height)
            asking.receive(sink)
            return library.perform(asking)
        }
        return table
    }
}

extension picker_heif_v1 {
    static var ofProxy: picker_heif_v1 {
        var table = picker_heif_v1()
        table.struct_size = structSize(of: picker_heif_v1.self)
        table.items = { context, identifier, sink, call, error in
            guard let library = LibraryProxy.from(context) else { return PICKER_INVALID_ARGUMENT }
            var listing = HostCall(.heifItems, of: identifier, call, error)
            listing.arguments = { writer throws(WireError) in try writer.raw(identifier.data, identifier.length) }
            listing.receive(sink)
            return library.perform(listing)
        }
        table.request_item = { context, request, item, sink, call, error in
            guard let library = LibraryProxy.from(context), let request else { return PICKER_INVALID_ARGUMENT }
            let asset = boundedCopy(of: request, into: picker_image_request()).local_identifier
            var asking = HostCall(.requestItem, of: asset, call, error)
            asking.arguments = { writer throws(WireError) in
                writer.integer(item)
                try writer.value(request)
            }
            asking.frameBounds = library.frameBounds(request)
            asking.receive(sink)
            return library.perform(asking)
        }
        return table
    }
}

extension picker_search_v1 {
    static var ofProxy: picker_search_v1 {
        var table = picker_search_v1()
        table.struct_size = structSize(of: picker_search_v1.self)
        table.search = { context, text, request, call, fetch, error in
            guard let library = LibraryProxy.from(context), let request, let fetch else {
                return PICKER_INVALID_ARGUMENT
            }
            var searching = HostCall(.search, call, error)
            searching.arguments = { writer throws(WireError) in
                try writer.raw(text.data, text.length)
                try writer.value(request)
            }
            return FetchProxy.begin(searching, library, into: fetch)
        }
        return table
    }
}

extension picker_index_v1 {
    static var ofProxy: picker_index_v1 {
        var table = picker_index_v1()
        table.struct_size = structSize(of: picker_index_v1.self)
        table.refresh = { context, mode, report, call, error in
            guard let library = LibraryProxy.from(context), let report else { return PICKER_INVALID_ARGUMENT }
            var refreshing = HostCall(.refresh, call, error)
            refreshing.arguments = { writer throws(WireError) in writer.integer(mode) }
            refreshing.values = { status, reader throws(WireError) in
                let value = try reader.value(picker_index_report.self)
                if status == PICKER_OK, !boundedFill(report, with: value) { throw .malformed }
            }
            return library.perform(refreshing)
        }
        return table
    }
}
