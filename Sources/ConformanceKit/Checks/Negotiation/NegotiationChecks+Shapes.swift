internal import BackendAPI
internal import PhotoModel

/// Checks of what each struct that the plugin writes says of itself.
extension NegotiationChecks {
    static let shapes = [
        Check(
            "negotiation.records",
            "Every record says that all of its fields are there, and has 0 where nothing has a name",
            "R5.1 R5.8",
            remedy: """
                Begin each record with zeros, and set struct_size to sizeof of that very record: of those that another one points to, \
                too, such as representations and the camera's.
                """
        ) { context throws(CheckStop) in try recordShapes(context) },
        Check(
            "negotiation.tables", "Tables of functions and settings have 0 in what is room to grow", "R5.8 R5.1",
            remedy: "Begin each table and each description of a setting with zeros; reserved stays 0."
        ) { context throws(CheckStop) in try tableShapes(context) },
    ]

    // MARK: Records

    private static func recordShapes(_ context: CheckContext) throws(CheckStop) {
        let (info, shapes) = (try context.info(), RecordShapes(isNewer: try context.isNewer()))
        try context.makeLibrary()
        if context.order.fixtureCommand == nil {
            try Files.write(Array("no archive".utf8), to: context.root / "broken.zip")
            if info.capabilities.contains(.video), info.formats.contains("public.avi") {
                try MediaExtensionChecks.writeVideo(context)
            }
        }
        let library = try context.open()
        try ofCollections(library, shapes)
        try ofAssets(library, shapes)
        if info.formats.contains(where: PhotoFormat.identifiers.contains) { try ofFrames(context, library, shapes) }
        try ofExtensions(context, library, shapes)
    }

    private static func collections(_ shapes: RecordShapes) -> RecordSink<CollectionCopy> {
        let sink = RecordSink.collections()
        let named = PICKER_COLLECTION_EDITABLE | PICKER_COLLECTION_HAS_COUNT | PICKER_COLLECTION_HAS_TIMES
        shapes.watch(sink) { $0.note($1, picker_collection.self, "a collection", named: named) }
        return sink
    }

    private static func assets(_ shapes: RecordShapes) -> RecordSink<AssetCopy> {
        let sink = RecordSink.assets()
        shapes.watch(sink) { $0.note($1, picker_asset.self, "an asset", named: RecordShapes.assetFlags) }
        return sink
    }

    private static func ofCollections(_ library: Library, _ shapes: RecordShapes) throws(CheckStop) {
        try shapes.expectWhole(library.collections(sink: collections(shapes)))
        let roll = collections(shapes)
        try shapes.expectWhole(library.cameraRoll(sink: roll))
        for record in roll.records {
            try shapes.expectWhole(library.collection(record.identifier, sink: collections(shapes)))
            try shapes.expectWhole(library.keyAssets(record.identifier, sink: assets(shapes)))
        }
        let diagnostics = RecordSink.diagnostics()
        shapes.watch(diagnostics) { shapes, record in
            shapes.note(record, picker_diagnostic.self, "a diagnostic")
            shapes.note(reserved: readRecord(record, zero: picker_diagnostic()).reserved, of: "a diagnostic")
        }
        try shapes.expectWhole(library.diagnostics(sink: diagnostics))
    }

    private static func ofAssets(_ library: Library, _ shapes: RecordShapes) throws(CheckStop) {
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        defer { fetch.release() }
        let listed = assets(shapes)
        try shapes.expectWhole(fetch.window(0, 1 << 40, sink: listed))
        for asset in listed.records.prefix(24) {
            let details = RecordSink.details()
            shapes.watch(details) { $0.note(details: $1) }
            try shapes.expectWhole(library.details(asset.identifier, sink: details))
        }
    }

    private static func ofFrames(
        _ context: CheckContext, _ library: Library, _ shapes: RecordShapes
    ) throws(CheckStop) {
        let photo = try context.matches(library)[0].asset.identifier
        for delivery in [PICKER_DELIVERY_OPPORTUNISTIC, PICKER_DELIVERY_HIGH_QUALITY, PICKER_DELIVERY_FAST] {
            let frames = RecordSink.releasing()
            watchFrames(frames, shapes)
            try shapes.expectWhole(
                library.image(photo, ImageRequest(24, 24) { $0.delivery = delivery }, sink: frames))
        }
    }

    private static func watchFrames(_ sink: SinkProbe, _ shapes: RecordShapes) {
        let named = PICKER_FRAME_DEGRADED | PICKER_FRAME_FINAL | PICKER_FRAME_INCOMPLETE
        shapes.watch(sink) { $0.note($1, picker_frame.self, "a frame", named: named) }
    }

    // MARK: Extensions

    private static func ofExtensions(
        _ context: CheckContext, _ library: Library, _ shapes: RecordShapes
    ) throws(CheckStop) {
        let served = try context.served(by: library)
        if served.contains(.changeDetails) {
            let changes = RecordSink.changes()
            shapes.watch(changes) { $0.note($1, picker_change.self, "a change", named: PICKER_CHANGE_MEMBERS) }
            try shapes.expectWhole(library.changes(since: nil, sink: changes))
        }
        if library.extensionTable(PICKER_EXT_DAYS) != nil { try ofDays(library, shapes) }
        if served.contains(.search), let fetch = try library.search("a").fetch {
            defer { fetch.release() }
            try shapes.expectWhole(fetch.window(0, 100, sink: assets(shapes)))
        }
        if served.contains(.video) { try ofVideo(library, shapes) }
        if served.contains(.heif) { try ofItems(library, shapes) }
        let canMake = try context.info().formats.contains(where: PhotoFormat.identifiers.contains)
        if served.contains(.write), canMake, context.order.fixtureCommand == nil {
            try ofAdditions(context, library, shapes)
        }
    }

    private static func ofVideo(_ library: Library, _ shapes: RecordShapes) throws(CheckStop) {
        guard let video = try library.assets().first(where: { $0.path == MediaExtensionChecks.clip }) else { return }
        let facts = SinkProbe()
        shapes.watch(facts) { $0.note($1, picker_video_facts.self, "facts", named: PICKER_VIDEO_HAS_AUDIO) }
        try shapes.expectWhole(library.videoFacts(video.identifier, sink: facts))
        let poster = RecordSink.frames()
        watchFrames(poster, shapes)
        try shapes.expectWhole(library.poster(video.identifier, sink: poster).reply)
    }

    /// Items of HEIF files, of which the kit makes none: of those in the library that it is told of.
    private static func ofItems(_ library: Library, _ shapes: RecordShapes) throws(CheckStop) {
        let types: Set = ["public.heic", "public.heif", "public.avif"]
        let files = try library.assets().filter { types.contains($0.contentType.description) }
        for file in files.prefix(8) {
            let primary = Box<UInt32?>(nil)
            let items = SinkProbe()
            shapes.watch(items) { shapes, record in
                shapes.note(record, picker_heif_item.self, "an item")
                primary.value = primary.value ?? readRecord(record, zero: picker_heif_item()).item_id
            }
            // A file may be damaged: what the calls answer is for other checks.
            try shapes.expectNone(library.heifItems(file.identifier, sink: items).operation)
            guard let item = primary.value else { continue }
            let frames = RecordSink.frames()
            watchFrames(frames, shapes)
            try shapes.expectNone(library.heifItem(file.identifier, item, sink: frames).operation)
        }
    }

    private static func ofDays(_ library: Library, _ shapes: RecordShapes) throws(CheckStop) {
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        defer { fetch.release() }
        let days = RecordSink.days()
        shapes.watch(days) { $0.note($1, picker_day.self, "a day", named: PICKER_DAY_HAS_DATE) }
        let reply = try library.days(of: fetch, sink: days)
        // Of this fetch only reading may tell them.
        if reply.status != PICKER_UNSUPPORTED { try shapes.expectWhole(reply) }
    }

    private static func ofAdditions(
        _ context: CheckContext, _ library: Library, _ shapes: RecordShapes
    ) throws(CheckStop) {
        let photo = try WriteChecks.photo(context)
        try shapes.expectWhole(library.add(photo.name, AddSource(photo.bytes), sink: assets(shapes)))
        let title = Text(Arena.string("Made by the kit"))
        try shapes.expectWhole(library.createAlbum(title, sink: collections(shapes)))
    }

    // MARK: Tables

    private static func tableShapes(_ context: CheckContext) throws(CheckStop) {
        let shapes = RecordShapes(isNewer: try context.isNewer())
        let (reply, made) = try context.enter(EntryOffer())
        try reply.ok()
        shapes.note(reserved: made.value(defaults: picker_backend()).reserved, of: "the table of the backend")
        let backend = try context.backend()
        let library = try context.open(backend)
        shapes.note(reserved: library.table.reserved, of: "the table of the library")
        for id in ErrorChecks.extensionsByCapability.map(\.1) + [PICKER_EXT_DAYS] {
            shapes.note(table: library.extensionTable(id), of: id)
        }
        shapes.note(table: backend.extensionTable(PICKER_EXT_ACCOUNT), of: PICKER_EXT_ACCOUNT)
        let probe = Guarded(picker_backend_info())
        let told = context.steps.call("info") { backend.table.info(backend.table.context, probe.pointer, $0) }
        try told.ok()
        shapes.note(settings: probe.value(defaults: picker_backend_info()))
        try shapes.expectNone("of what the plugin fills in")
    }
}
