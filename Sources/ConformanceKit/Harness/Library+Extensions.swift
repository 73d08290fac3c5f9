internal import BackendAPI

extension Library {
    /// An extension's table, as far as it was filled.
    private func functions<Table>(of id: String, zero: Table) throws(CheckStop) -> Table {
        guard let found = extensionTable(id) else { throw .failed("\(id) is declared, and not there") }
        guard found.loadUnaligned(as: UInt32.self) >= UInt32(MemoryLayout<Table>.size) else {
            throw .failed("the table of \(id) is shorter than the struct")
        }
        return readRecord(found, zero: zero)
    }

    // MARK: org.picker.write/1

    /// - Parameter size: bytes that are announced; nil: as many as come.
    func add(
        _ name: String, _ source: AddSource, size: UInt64? = nil, to collection: Text? = nil,
        links: Links = .none, sink: RecordSink<AssetCopy> = .assets(), control: CallProbe = CallProbe()
    ) throws(CheckStop) -> Reply {
        let write = try functions(of: PICKER_EXT_WRITE, zero: picker_write_v1())
        var request = picker_add_request()
        request.next = links.first
        request.filename = Arena.string(name)
        request.collection = Arena.string(collection?.bytes)
        request.flags = size == nil ? 0 : PICKER_ADD_HAS_SIZE
        request.byte_size = size ?? 0
        request.source_context = source.context
        request.read = { AddSource.receive($0, $1, $2, $3) }
        let passed = Guarded(request)
        return emit("add of \(name)", sink, control) { context, call, error in
            write.add(table.context, passed.pointer, assetSink(context), call, error)
        }
    }

    func createAlbum(
        _ title: Text, sink: RecordSink<CollectionCopy>, control: CallProbe = CallProbe()
    ) throws(CheckStop) -> Reply {
        let write = try functions(of: PICKER_EXT_WRITE, zero: picker_write_v1())
        let text = Arena.string(title.bytes)
        return emit("create_album \(title)", sink, control) { context, call, error in
            write.create_album(table.context, text, Self.collectionSink(context), call, error)
        }
    }

    // MARK: org.picker.search/1

    func search(
        _ words: String, _ ask: FetchRequest = FetchRequest(), control: CallProbe = CallProbe()
    ) throws(CheckStop) -> (reply: Reply, fetch: Fetch?) {
        let search = try functions(of: PICKER_EXT_SEARCH, zero: picker_search_v1())
        let (request, text) = (Passed { ask.request }, Passed { Arena.string(words) })
        defer {
            request.end()
            text.end()
        }
        let filled = Guarded(picker_fetch())
        let reply = steps.call("search for \(words)", control) {
            search.search(table.context, text.value, request.value.pointer, $0, filled.pointer, $1)
        }
        guard reply.status == PICKER_OK else { return (reply, nil) }
        return (reply, Fetch(filled, steps: steps))
    }

    // MARK: org.picker.days/1

    func days(
        of fetch: Fetch, sink: RecordSink<DayCopy>, control: CallProbe = CallProbe()
    ) throws(CheckStop) -> Reply {
        let days = try functions(of: PICKER_EXT_DAYS, zero: picker_days_v1())
        return emit("days of a fetch", sink, control) { context, call, error in
            var sink = picker_day_sink()
            sink.context = context
            sink.emit = { SinkProbe.receive($0, $1) }
            return days.days(fetch.table.context, Guarded(sink).pointer, call, error)
        }
    }

    // MARK: org.picker.index/1

    /// - Parameter size: `struct_size` of the report; nil: that of version 1.
    func refresh(
        _ mode: UInt32 = PICKER_INDEX_REFRESH, size: Int? = nil, control: CallProbe = CallProbe()
    ) throws(CheckStop) -> (reply: Reply, report: picker_index_report, isIntact: Bool) {
        let index = try functions(of: PICKER_EXT_INDEX, zero: picker_index_v1())
        let filled = Guarded(picker_index_report(), announced: size)
        let reply = steps.call("refresh in mode \(mode)", control) {
            index.refresh(table.context, mode, filled.pointer, $0, $1)
        }
        return (reply, filled.value(defaults: picker_index_report()), filled.isIntact)
    }

    // MARK: org.picker.video/1

    func videoFacts(
        _ identifier: Text, _ representation: UInt32 = 0, sink: SinkProbe = SinkProbe(),
        control: CallProbe = CallProbe()
    ) throws(CheckStop) -> Reply {
        let video = try functions(of: PICKER_EXT_VIDEO, zero: picker_video_v1())
        let text = Arena.string(identifier.bytes)
        return emit("facts of \(identifier)", sink, control) { context, call, error in
            var sink = picker_video_facts_sink()
            sink.context = context
            sink.emit = { SinkProbe.receive($0, $1) }
            return video.facts(table.context, text, representation, Guarded(sink).pointer, call, error)
        }
    }

    /// The frames are released already.
    ///
    /// - Parameter box: in which the frame must be; 0 by 0: full size.
    func poster(
        _ identifier: Text, _ representation: UInt32 = 0, time: Double = -1,
        box: (width: UInt32, height: UInt32) = (32, 32), sink: RecordSink<FrameCopy> = .frames(),
        control: CallProbe = CallProbe()
    ) throws(CheckStop) -> (reply: Reply, frames: [FrameCopy]) {
        let video = try functions(of: PICKER_EXT_VIDEO, zero: picker_video_v1())
        let text = Arena.string(identifier.bytes)
        let reply = emit("poster of \(identifier)", sink, control) { context, call, error in
            let frames = Self.frameSink(context)
            return video.poster(table.context, text, representation, time, box.width, box.height, frames, call, error)
        }
        for frame in sink.records { frame.release() }
        return (reply, sink.records)
    }

    // MARK: org.picker.heif/1

    func heifItems(
        _ identifier: Text, sink: SinkProbe = SinkProbe(), control: CallProbe = CallProbe()
    ) throws(CheckStop) -> Reply {
        let heif = try functions(of: PICKER_EXT_HEIF, zero: picker_heif_v1())
        let text = Arena.string(identifier.bytes)
        return emit("items of \(identifier)", sink, control) { context, call, error in
            var sink = picker_heif_item_sink()
            sink.context = context
            sink.emit = { SinkProbe.receive($0, $1) }
            return heif.items(table.context, text, Guarded(sink).pointer, call, error)
        }
    }

    /// The frames are released already.
    func heifItem(
        _ identifier: Text, _ item: UInt32, _ ask: ImageRequest = ImageRequest(16, 16),
        sink: RecordSink<FrameCopy> = .frames(), control: CallProbe = CallProbe()
    ) throws(CheckStop) -> Reply {
        let heif = try functions(of: PICKER_EXT_HEIF, zero: picker_heif_v1())
        let request = ask.request(identifier)
        let reply = emit("request_item \(item) of \(identifier)", sink, control) { context, call, error in
            heif.request_item(table.context, request.pointer, item, Self.frameSink(context), call, error)
        }
        for frame in sink.records { frame.release() }
        return reply
    }
}
