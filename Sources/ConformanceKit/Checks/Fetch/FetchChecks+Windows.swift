internal import BackendAPI
internal import PhotoModel

/// Checks of what windows of a fetch show.
extension FetchChecks {
    static func eachCollection(
        _ context: CheckContext, _ body: (Library, FetchRequest) throws(CheckStop) -> Void
    ) throws(CheckStop) {
        let library = try context.open()
        try body(library, FetchRequest())
        for collection in try library.allCollections() where collection.type != PICKER_COLLECTION_FOLDER {
            try body(library, FetchRequest(.collection(collection.identifier)))
        }
    }

    static func windowsTile(_ context: CheckContext) throws(CheckStop) {
        guard let fetch = try context.open().fetch().fetch else { throw .failed("fetch did not work") }
        let whole = try fetch.window(0, 1 << 40).map(\.identifier)
        guard whole.count > 3 else { throw try context.tooFew(whole.count) }
        for length in [1, 2, 3, 7, whole.count - 1, whole.count] {
            var tiles: [Text] = []
            for offset in stride(from: 0, to: whole.count, by: length) {
                if context.isHalfOver { return }
                let tile = try fetch.window(UInt64(offset), UInt64(length)).map(\.identifier)
                try context.expect(tile.count <= length, "a window of \(length) gave \(tile.count)")
                tiles += tile
            }
            try context.expect(
                tiles == whole, "windows of \(length) give \(tiles.count) assets, one window \(whole.count)")
        }
    }

    static func behindTheEnd(_ context: CheckContext) throws(CheckStop) {
        guard let fetch = try context.open().fetch().fetch else { throw .failed("fetch did not work") }
        let count = UInt64(try fetch.window(0, 1 << 40).count)
        guard count > 0 else { throw try context.tooFew(0) }
        for (offset, length, expected) in [
            (count, 5, 0), (count + 100, 5, 0), (count - 1, .max, 1), (.max, .max, 0), (.max - 1, 5, 0), (0, 0, 0),
            (1 << 32, 5, 0), (1 << 32 + 1, .max, 0), (1, .max, count - 1), (0, 1 << 32, count),
            (1, 1 << 32 + 1, count - 1),
        ] as [(UInt64, UInt64, UInt64)] {
            let found = try fetch.window(offset, length).count
            try context.expect(
                UInt64(found) == expected, "window \(offset)+\(length) of \(count) gave \(found), not \(expected)")
        }
    }

    static func indexOf(_ context: CheckContext) throws(CheckStop) {
        guard let fetch = try context.open().fetch().fetch else { throw .failed("fetch did not work") }
        for (place, asset) in try fetch.window(0, 1 << 40).enumerated() where !context.isHalfOver {
            let (reply, index) = fetch.index(of: asset.identifier)
            try reply.ok()
            try context.expect(index == UInt64(place), "\(asset.path) is at \(place), index_of says \(index)")
        }
    }

    static func stop(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let roll = try library.cameraRoll().identifier
        let all = try library.assets().map(\.identifier)
        var asks = [FetchRequest(), FetchRequest(.collection(roll)), FetchRequest(.identifiers(all.reversed()))]
        for key in SortBit.served(by: try context.served(by: library)) {
            asks.append(FetchRequest(query: FetchRequest.everything { $0.sort.0 = key | PICKER_SORT_DESCENDING }))
        }
        for ask in asks {
            guard let fetch = library.fetch(ask).fetch else { throw .failed("a fetch of \(ask.text) did not work") }
            defer { fetch.release() }
            for (offset, count) in [(0, 1), (0, 3), (1, 1), (2, 2)] as [(UInt64, Int)] {
                let sink = RecordSink.assets(stopAt: count)
                let reply = fetch.window(offset, 1 << 40, sink: sink)
                try context.expect(
                    sink.afterStop == 0,
                    "of \(ask.text) from \(offset) on, \(sink.afterStop) came after the sink had stopped at \(count)")
                try reply.ok()
            }
        }
        for count in [1, 2] {
            let keys = RecordSink.assets(stopAt: count)
            let reply = library.keyAssets(roll, sink: keys)
            try context.expect(keys.afterStop == 0, "\(keys.afterStop) key assets came after the sink had stopped")
            try reply.ok()
        }
    }

    static func ownThread(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let asset = try context.anyAsset(library).identifier
        let roll = try library.cameraRoll().identifier
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        defer { fetch.release() }
        let (window, keys, collections) = (RecordSink.assets(), RecordSink.assets(), RecordSink.collections())
        let (details, diagnostics, frames) = (RecordSink.details(), RecordSink.diagnostics(), RecordSink.releasing())
        _ = fetch.window(0, 100, sink: window)
        _ = library.keyAssets(roll, sink: keys)
        _ = library.collections(sink: collections)
        _ = library.collection(roll, sink: collections)
        _ = library.details(asset, sink: details)
        _ = library.diagnostics(sink: diagnostics)
        let quick = ImageRequest(24, 24) { $0.delivery = PICKER_DELIVERY_OPPORTUNISTIC }
        _ = library.image(asset, quick, sink: frames)
        let sinks: [(String, SinkProbe)] = [
            ("of a window", window), ("of key_assets", keys), ("of collections", collections), ("of details", details),
            ("of diagnostics", diagnostics), ("of an image", frames),
        ]
        for (name, sink) in sinks {
            try context.expect(
                sink.onOtherThread == 0, "\(sink.onOtherThread) records \(name) came on another thread than the call's")
        }
    }

    static func twoAtOnce(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let listed = try library.allCollections().filter { $0.type != PICKER_COLLECTION_FOLDER }
        // The camera roll is there also where nothing is listed.
        let collections = try listed.isEmpty ? [library.cameraRoll()] : listed
        guard let last = collections.last, let one = library.fetch().fetch else { throw .failed("fetch did not work") }
        let first = try one.window(0, 1000)
        guard let two = library.fetch(FetchRequest(.collection(last.identifier))).fetch else {
            throw .failed("fetch did not work")
        }
        let second = try two.window(0, 1000)
        for index in 0..<UInt64(min(first.count, second.count)) {
            let (here, there) = (try one.window(index, 1), try two.window(index, 1))
            try context.expect(
                here.map(\.identifier) == first.dropFirst(Int(index)).prefix(1).map(\.identifier)
                    && there.map(\.identifier) == second.dropFirst(Int(index)).prefix(1).map(\.identifier),
                "read by turns, element \(index) is another")
        }
        one.release()
        two.release()
    }

    /// Whether a window shows a part of a fetch. What it says of an asset may be newer than what all of them said before (R9.7), and is
    /// what they say then.
    ///
    /// - Parameter whole: what the fetch gave before, and from then on what it gives now.
    static func isPart(
        _ found: [AssetCopy], of whole: inout [AssetCopy], _ fetch: Fetch, _ offset: Int, _ length: Int
    ) throws(CheckStop) -> Bool {
        if found == Array(whole.dropFirst(offset).prefix(length)) { return true }
        let now = try fetch.window(0, 1 << 40)
        guard now.map(\.identifier) == whole.map(\.identifier) else { return false }
        whole = now
        return found == Array(now.dropFirst(offset).prefix(length))
    }
}
