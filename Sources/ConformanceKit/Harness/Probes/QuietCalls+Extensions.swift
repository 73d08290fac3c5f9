internal import BackendAPI
internal import Platform

/// The calls of extensions, and of what little is left; nil where the library does not offer the extension.
extension QuietCalls {
    /// Each extension of a library is asked for, and one that no one knows.
    func extensions(_ library: Library) -> Ready {
        let ids = [
            PICKER_EXT_WRITE, PICKER_EXT_VIDEO, PICKER_EXT_HEIF, PICKER_EXT_SEARCH, PICKER_EXT_INDEX, PICKER_EXT_DAYS,
            "org.example.unknown/1",
        ].map { Arena.string($0) }
        let table = library.table
        return {
            for id in ids { _ = table.get_extension(table.context, id) }
            return PICKER_OK
        }
    }

    func info(_ backend: Backend) -> Ready {
        let (table, info) = (backend.table, Guarded(picker_backend_info()))
        return { [self] in
            prepare(.none)
            info.reset(picker_backend_info())
            return table.info(table.context, info.pointer, error.pointer)
        }
    }

    func countOfFetch(_ library: Library) -> Ready {
        let request = FetchRequest().request.pointer
        return onFetch(library, request) { [self] fetch in
            var count: UInt64 = 0
            return fetch.count(fetch.context, call.pointer, &count, error.pointer)
        }
    }

    /// Makes a fetch, does something with it, and releases it.
    private func onFetch(
        _ library: Library, _ request: UnsafePointer<picker_fetch_request>,
        _ body: @escaping (picker_fetch) -> picker_status
    ) -> Ready {
        let table = library.table
        return { [self] in
            prepare(.none)
            fetchTable.reset(picker_fetch())
            let status = table.fetch(table.context, request, call.pointer, fetchTable.pointer, error.pointer)
            guard status == PICKER_OK else { return status }
            let fetch = fetchTable.pointer.pointee
            defer { fetch.release(fetch.context) }
            return body(fetch)
        }
    }

    private func functions<Table>(of id: String, _ library: Library, zero: Table) -> Table? {
        guard let found = library.extensionTable(id) else { return nil }
        return readRecord(found, zero: zero)
    }

    // MARK: org.picker.write/1

    /// An addition; what it makes is removed again.
    ///
    /// - Parameter failing: whether the source fails when all bytes came.
    func add(
        _ library: Library, _ file: BytePath, _ bytes: [UInt8], isFailing: Bool = false, _ end: End = .none
    ) -> Ready? {
        guard let write = functions(of: PICKER_EXT_WRITE, library, zero: picker_write_v1()) else { return nil }
        let source = QuietSource(bytes, isFailing: isFailing)
        var request = picker_add_request()
        request.filename = Arena.string(file.name.bytes)
        request.source_context = LeakedMemory.leak(source)
        request.read = { QuietSource.read($0, $1, $2, $3) }
        let (passed, sink, context) = (UnsafePointer(Guarded(request).pointer), assets, library.table.context)
        return { [self] in
            prepare(end)
            source.position = 0
            let status = write.add(context, passed, sink, call.pointer, error.pointer)
            if status == PICKER_OK { try? Files.remove(file) }
            return status
        }
    }

    /// An album that is there already.
    func album(_ library: Library, _ title: String) -> Ready? {
        guard let write = functions(of: PICKER_EXT_WRITE, library, zero: picker_write_v1()) else { return nil }
        let (text, sink, context) = (Arena.string(title), collectionSink, library.table.context)
        return { [self] in
            prepare(.none)
            return write.create_album(context, text, sink, call.pointer, error.pointer)
        }
    }

    // MARK: org.picker.search/1, days/1 and index/1

    func search(_ library: Library, _ words: String, _ end: End = .none) -> Ready? {
        guard let search = functions(of: PICKER_EXT_SEARCH, library, zero: picker_search_v1()) else { return nil }
        let (text, request, context) = (Arena.string(words), FetchRequest().request.pointer, library.table.context)
        return { [self] in
            prepare(end)
            fetchTable.reset(picker_fetch())
            let status = search.search(context, text, request, call.pointer, fetchTable.pointer, error.pointer)
            guard status == PICKER_OK else { return status }
            let fetch = fetchTable.pointer.pointee
            fetch.release(fetch.context)
            return status
        }
    }

    func days(_ library: Library, _ end: End = .none) -> Ready? {
        guard let days = functions(of: PICKER_EXT_DAYS, library, zero: picker_days_v1()) else { return nil }
        var sink = picker_day_sink()
        sink.context = call.pointer.pointee.context
        sink.emit = { context, _ in QuietCalls.from(context)?.receive() ?? PICKER_STOP }
        let sinks = UnsafePointer(Guarded(sink).pointer)
        return onFetch(library, FetchRequest().request.pointer) { [self] fetch in
            prepare(end)
            return days.days(fetch.context, sinks, call.pointer, error.pointer)
        }
    }

    func refresh(_ library: Library, _ end: End = .none) -> Ready? {
        guard let index = functions(of: PICKER_EXT_INDEX, library, zero: picker_index_v1()) else { return nil }
        let (report, context) = (Guarded(picker_index_report()), library.table.context)
        return { [self] in
            prepare(end)
            report.reset(picker_index_report())
            return index.refresh(context, PICKER_INDEX_REFRESH, report.pointer, call.pointer, error.pointer)
        }
    }

    // MARK: org.picker.video/1 and heif/1

    func videoFacts(_ library: Library, _ identifier: Text) -> Ready? {
        guard let video = functions(of: PICKER_EXT_VIDEO, library, zero: picker_video_v1()) else { return nil }
        var sink = picker_video_facts_sink()
        sink.context = call.pointer.pointee.context
        sink.emit = { context, _ in QuietCalls.from(context)?.receive() ?? PICKER_STOP }
        let (sinks, text) = (UnsafePointer(Guarded(sink).pointer), Arena.string(identifier.bytes))
        let context = library.table.context
        return { [self] in
            prepare(.none)
            return video.facts(context, text, 0, sinks, call.pointer, error.pointer)
        }
    }

    func poster(_ library: Library, _ identifier: Text, _ end: End = .none) -> Ready? {
        guard let video = functions(of: PICKER_EXT_VIDEO, library, zero: picker_video_v1()) else { return nil }
        let (sinks, text, context) = (frames, Arena.string(identifier.bytes), library.table.context)
        return { [self] in
            prepare(end)
            return video.poster(context, text, 0, -1, 32, 32, sinks, call.pointer, error.pointer)
        }
    }

    func heifItems(_ library: Library, _ identifier: Text) -> Ready? {
        guard let heif = functions(of: PICKER_EXT_HEIF, library, zero: picker_heif_v1()) else { return nil }
        var sink = picker_heif_item_sink()
        sink.context = call.pointer.pointee.context
        sink.emit = { context, _ in QuietCalls.from(context)?.receive() ?? PICKER_STOP }
        let (sinks, text) = (UnsafePointer(Guarded(sink).pointer), Arena.string(identifier.bytes))
        let context = library.table.context
        return { [self] in
            prepare(.none)
            return heif.items(context, text, sinks, call.pointer, error.pointer)
        }
    }

    func heifItem(_ library: Library, _ identifier: Text) -> Ready? {
        guard let heif = functions(of: PICKER_EXT_HEIF, library, zero: picker_heif_v1()) else { return nil }
        let (request, sinks) = (ImageRequest(16, 16).request(identifier).pointer, frames)
        let context = library.table.context
        return { [self] in
            prepare(.none)
            return heif.request_item(context, request, 1, sinks, call.pointer, error.pointer)
        }
    }

    private var frames: UnsafePointer<picker_frame_sink> {
        var sink = picker_frame_sink()
        sink.context = call.pointer.pointee.context
        sink.emit = { QuietCalls.from($0)?.receive($1) ?? PICKER_STOP }
        return UnsafePointer(Guarded(sink).pointer)
    }
}

/// The bytes of an addition, again and again, without memory of the kit's own.
private final class QuietSource {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let isFailing: Bool
    var position = 0

    init(_ bytes: [UInt8], isFailing: Bool) {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = copy.initialize(from: bytes)
        if let start = copy.baseAddress { LeakedMemory.leak(start) }
        self.bytes = UnsafeBufferPointer(copy)
        self.isFailing = isFailing
    }

    static func read(
        _ context: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ capacity: UInt64,
        _ length: UnsafeMutablePointer<UInt64>?
    ) -> picker_status {
        guard let context, let buffer, let length else { return PICKER_INVALID_ARGUMENT }
        let source = Unmanaged<QuietSource>.fromOpaque(context).takeUnretainedValue()
        let count = min(source.bytes.count - source.position, Int(clamping: capacity))
        if count == 0, source.isFailing { return PICKER_ACCESS_DENIED }
        if count > 0, let start = source.bytes.baseAddress {
            buffer.update(from: start + source.position, count: count)
        }
        source.position += count
        length.pointee = UInt64(count)
        return PICKER_OK
    }
}
