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
    }

    private static func lookUps(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let assets = try library.assets()
        let details = try assets.map { (asset) throws(CheckStop) in
            try library.details(asset.identifier).representations.first
        }
        let expected = Expected(assets: assets, collections: try library.allCollections(), details: details)
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
        fetch.release()
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
        guard details.records.first?.asset == asset, details.records[0].representations.first == expected.details[place]
        else {
            throw fail("what details gives of")
        }
        let window = RecordSink.assets()
        window.onArrival = Threads.yield
        try fetch.window(UInt64(place), 3, sink: window).ok()
        guard window.records == Array(expected.assets.dropFirst(place).prefix(3)) else { throw fail("a window from") }
        let found = fetch.index(of: asset.identifier)
        try found.reply.ok()
        guard found.index == UInt64(place) else { throw fail("the index of") }
        guard !expected.collections.isEmpty else { return }
        let collection = expected.collections[place % expected.collections.count]
        let sink = RecordSink.collections()
        sink.onArrival = Threads.yield
        try library.collection(collection.identifier, sink: sink).ok()
        guard sink.records == [collection] else {
            throw .failed("beside other threads, the collection \(collection.title) came as another")
        }
        let listed = RecordSink.collections()
        listed.onArrival = Threads.yield
        try library.collections(sink: listed).ok()
        guard listed.records.allSatisfy(expected.collections.contains) else {
            throw .failed("beside other threads, collections gives others")
        }
    }
}
