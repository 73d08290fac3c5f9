internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of records that several threads are given at once.
extension ThreadChecks {
    static let records = [
        Check(
            "threads.records", "Records and look-ups on several threads are those of each call alone",
            "R11.2 R11.5 R9.2",
            remedy: "Make records where the call is, in no static variable; a thread sanitizer finds what is shared."
        ) { context throws(CheckStop) in try lookUps(context) }
    ]

    /// What one thread alone is given.
    private struct Expected {
        let assets: [AssetCopy]
        let collections: [CollectionCopy]
        let details: [RepresentationCopy?]
        /// What searches find, where they are served.
        let searches: [(text: String, found: Set<Text>)]
    }

    private static func lookUps(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let assets = try library.assets()
        guard !assets.isEmpty else { throw try context.tooFew(0) }
        let details = try assets.map { (asset) throws(CheckStop) in
            try library.details(asset.identifier).representations.first
        }
        let expected = Expected(
            assets: assets, collections: try library.allCollections(), details: details,
            searches: try searches(context, library, assets))
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        let end = Clock.now + context.limit(milliseconds: 500)
        let stops = (0..<4).map { _ in Box<CheckStop?>(nil) }
        Threads.run(4) { thread in
            var random = SeededNumbers(seed: context.order.seed &+ UInt64(thread))
            do throws(CheckStop) {
                while Clock.now < end { try look(library, fetch, expected, &random) }
            } catch {
                stops[thread].value = error
            }
        }
        if let stop = stops.lazy.compactMap(\.value).first { throw stop }
        try hammer(context, library, fetch, expected.assets)
        fetch.release()
    }

    private static func searches(
        _ context: CheckContext, _ library: Library, _ assets: [AssetCopy]
    ) throws(CheckStop) -> [(text: String, found: Set<Text>)] {
        guard try context.served(by: library).contains(.search) else { return [] }
        let stems = Set(assets.filter(\.path.isUTF8).map { SearchChecks.stem(of: $0.path) })
        var searches: [(text: String, found: Set<Text>)] = []
        for text in stems.subtracting([""]).sorted().prefix(5) {
            searches.append((text, Set(try SearchChecks.found(library, text).map(\.identifier))))
        }
        return searches
    }

    private static func searchAgain(_ library: Library, _ expected: Expected, _ number: Int) throws(CheckStop) {
        guard !expected.searches.isEmpty else { return }
        let search = expected.searches[number % expected.searches.count]
        let found = Set(try SearchChecks.found(library, search.text).map(\.identifier))
        guard found == search.found else {
            throw .failed(
                "beside other threads, a search for \(search.text) finds \(found.count) assets, not "
                    + "\(search.found.count), or others")
        }
    }

    /// Look-ups one after the other, with nothing of the kit's between them: what is shared for a moment is met then.
    private static func hammer(
        _ context: CheckContext, _ library: Library, _ fetch: Fetch, _ assets: [AssetCopy]
    ) throws(CheckStop) {
        let names = assets.map { Arena.string($0.identifier.bytes) }
        let wrong = (0..<4).map { _ in Box<(place: Int, found: String)?>(nil) }
        let start = Clock.now
        for asset in assets.prefix(4) { _ = library.details(asset.identifier, sink: .details()) }
        let batch = Clock.now - start < context.limit(milliseconds: 20) ? 100 : 1
        context.step("index_of and details on four threads, again and again")
        let end = Clock.now + context.limit(milliseconds: 250)
        Threads.run(4) { thread in
            var table = picker_call()
            table.check = { _ in PICKER_OK }
            table.progress = { _, _, _ in }
            var sink = picker_details_sink()
            sink.emit = { _, _ in PICKER_CONTINUE }
            let (call, taker, error) = (Guarded(table).pointer, Guarded(sink).pointer, ErrorProbe())
            var place = thread * 11
            while Clock.now < end, wrong[thread].value == nil {
                for _ in 0..<batch {
                    place = (place + 7) % names.count
                    var index = UInt64.max
                    let status = fetch.table.index_of(fetch.table.context, names[place], call, &index, error.pointer)
                    if status != PICKER_OK || index != UInt64(place) {
                        wrong[thread].value = (place, "index_of answered \(Status.name(status)), \(index)")
                        break
                    }
                    let told = library.table.details(library.table.context, names[place], taker, call, error.pointer)
                    if told != PICKER_OK {
                        wrong[thread].value = (place, "details answered \(Status.name(told))")
                        break
                    }
                }
            }
        }
        if let wrong = wrong.lazy.compactMap(\.value).first {
            throw .failed(
                "beside other threads, of \(assets[wrong.place].path), which is at \(wrong.place), \(wrong.found)")
        }
    }

    /// Whether a record is what was shown of an asset before, or is shown of it by now (R9.7).
    private static func isTrue(
        _ record: AssetCopy?, of asset: AssetCopy, _ library: Library
    ) throws(CheckStop) -> Bool {
        if record == asset { return true }
        let now = try LibraryChecks.shown(asset, in: library)
        return record != nil && record == now
    }

    /// The same of its first file.
    private static func isTrue(
        _ file: RepresentationCopy?, _ before: RepresentationCopy?, of asset: AssetCopy, _ library: Library
    ) throws(CheckStop) -> Bool {
        if file == before { return true }
        let now = try library.details(asset.identifier).representations.first
        return file != nil && file == now
    }

    /// Whether a record is what was listed of a collection before. How many assets it has may be known by now, or better (R9.21).
    private static func isTrue(_ record: CollectionCopy, of listed: CollectionCopy?) -> Bool {
        guard let listed else { return false }
        return record.withoutCount == listed.withoutCount
    }

    /// One call of each kind. Between a record's coming and its being read other threads have their turn.
    private static func look(
        _ library: Library, _ fetch: Fetch, _ expected: Expected, _ random: inout SeededNumbers
    ) throws(CheckStop) {
        let place = Int(random.next() % UInt64(expected.assets.count))
        let asset = expected.assets[place]
        func fail(_ operation: String) -> CheckStop {
            .failed("beside other threads, \(operation) \(asset.path) is another")
        }
        let details = RecordSink.details()
        details.onArrival = Threads.yield
        try library.details(asset.identifier, sink: details).ok()
        guard let told = details.records.first, try isTrue(told.asset, of: asset, library),
            try isTrue(told.representations.first, expected.details[place], of: asset, library)
        else {
            throw fail("what details gives of")
        }
        let window = RecordSink.assets()
        window.onArrival = Threads.yield
        try fetch.window(UInt64(place), 3, sink: window).ok()
        let wanted = expected.assets.dropFirst(place).prefix(3)
        guard window.records.count == wanted.count else { throw fail("a window from") }
        for (record, one) in zip(window.records, wanted) {
            guard try isTrue(record, of: one, library) else { throw fail("a window from") }
        }
        let found = fetch.index(of: asset.identifier)
        try found.reply.ok()
        guard found.index == UInt64(place) else { throw fail("the index of") }
        try searchAgain(library, expected, place)
        guard !expected.collections.isEmpty else { return }
        let collection = expected.collections[place % expected.collections.count]
        let sink = RecordSink.collections()
        sink.onArrival = Threads.yield
        try library.collection(collection.identifier, sink: sink).ok()
        guard let record = sink.records.first, sink.count == 1, isTrue(record, of: collection) else {
            throw .failed("beside other threads, the collection \(collection.title) came as another")
        }
        let listed = RecordSink.collections()
        listed.onArrival = Threads.yield
        try library.collections(sink: listed).ok()
        let areListed = listed.records.allSatisfy { record in
            isTrue(record, of: expected.collections.first { $0.identifier == record.identifier })
        }
        guard areListed else {
            throw .failed("beside other threads, collections gives others")
        }
    }
}
