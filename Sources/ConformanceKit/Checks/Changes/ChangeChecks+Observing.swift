internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of what observers receive.
extension ChangeChecks {
    /// A change to the folder that observers must be notified of.
    static func change(
        _ name: String, _ summary: String, _ remedy: String,
        before prepare: @escaping @Sendable (CheckContext, PhotoFormat) throws(CheckStop) -> Void = { _, _ in },
        _ body: @escaping @Sendable (CheckContext, PhotoFormat) throws(CheckStop) -> Void
    ) -> Check {
        Check(
            "changes.\(name)", summary, "R12.7 R12.8 R7.3", requires: [.capability(.observe), .anyKnownFormat],
            remedy: remedy
        ) { context throws(CheckStop) in
            try context.makeLibrary()
            try prepare(context, format(context))
            let changes = try observed(context) { format throws(CheckStop) in try body(context, format) }
            try context.expect(!changes.isEmpty, "nothing was reported within 5 seconds")
        }
    }

    static func old(_ context: CheckContext, _ format: PhotoFormat) -> BytePath {
        context.root / BytePath("Album One/\(format.fileExtension)-3.\(format.fileExtension)")
    }

    static func new(_ context: CheckContext, _ format: PhotoFormat) -> BytePath {
        context.root / BytePath("Album One/new.\(format.fileExtension)")
    }

    static func format(_ context: CheckContext) throws(CheckStop) -> PhotoFormat {
        let formats = try context.info().formats
        guard let format = PhotoFormat.allCases.first(where: { formats.contains($0.rawValue) }) else {
            throw .notApplicable("it declares none of the formats that the kit can write")
        }
        return format
    }

    /// Observes, changes something, and returns what was reported; when something is, a fetch must show the change.
    static func observed(
        _ context: CheckContext, _ change: (PhotoFormat) throws(CheckStop) -> Void
    ) throws(CheckStop) -> [ChangeCopy] {
        let format = try format(context)
        let library = try context.open()
        let before = try snapshot(library)
        // What is counted now may be remembered.
        for collection in try library.allCollections() where collection.type != PICKER_COLLECTION_FOLDER {
            try library.keyAssets(collection.identifier, sink: .assets()).ok()
        }
        try library.count().reply.ok()
        for place in try searchedPlaces(context, library) {
            _ = try SearchChecks.found(library, SearchChecks.stem(of: place))
        }
        let (sink, control) = (RecordSink.changes(), CallProbe(deadline: Clock.now + context.limit(milliseconds: 8000)))
        let shown = Box(before)
        // Inside emit nothing of the plugin is called (R11.4): the sink stops, and the fetch comes after it.
        guard
            let observer = Threads.start({
                while control.changedAt == 0, shown.value == before {
                    sink.stop()
                    guard library.observe(sink: sink, control: control).status == PICKER_OK else { return }
                    shown.value = (try? snapshot(library)) ?? before
                }
            })
        else { throw .notPossibleHere("no thread could be started") }
        waitUntilObserving(context, control)
        let changed: Result<Void, CheckStop> = Result { () throws(CheckStop) in try change(format) }
        observer.join()
        try changed.get()
        try context.expect(
            sink.count == 0 || shown.value != before, "a change was reported, and a fetch shows the same as before")
        if sink.count > 0 { try expectFresh(context, library) }
        if try context.info().capabilities.contains(.changeDetails) { try expectNames(context, sink.records) }
        return sink.records
    }

    /// That nothing else shows what was before a change which a fetch shows.
    private static func expectFresh(_ context: CheckContext, _ library: Library) throws(CheckStop) {
        let assets = try library.assets()
        let counted = library.count()
        try counted.reply.ok()
        try context.expect(
            counted.count == UInt64(assets.count),
            "after a change, count says \(counted.count), and a fetch has \(assets.count) assets")
        for asset in assets {
            let details = try library.details(asset.identifier)
            try context.expect(
                try LibraryChecks.isAlike(library, asset, details),
                "after a change, details describes \(asset.path) in another way")
        }
        try LibraryChecks.expectCounts(context, library)
        for collection in try library.allCollections() where collection.type != PICKER_COLLECTION_FOLDER {
            let keys = RecordSink.assets()
            try library.keyAssets(collection.identifier, sink: keys).ok()
            try context.expect(
                try LibraryChecks.strangeKeyAsset(library, collection, keys.records, assets) == nil,
                "after a change, a key asset of \(collection.title) is none that a fetch shows, or is described in another way"
            )
        }
        for place in try searchedPlaces(context, library) {
            let found = Set(try SearchChecks.found(library, SearchChecks.stem(of: place)).map(\.identifier))
            let listed = assets.filter { context.root / $0.path == place }
            try context.expect(
                listed.allSatisfy { found.contains($0.identifier) },
                "after a change, a fetch shows \(place.name), and a search for its name does not find it")
            try context.expect(
                found.isSubset(of: assets.map(\.identifier)),
                "after a change, a search for \(place.name) finds what no fetch shows")
        }
    }

    /// Where photos come and go, for who searches.
    private static func searchedPlaces(_ context: CheckContext, _ library: Library) throws(CheckStop) -> [BytePath] {
        guard try context.served(by: library).contains(.search) else { return [] }
        let format = try format(context)
        return [old(context, format), new(context, format)]
    }

    /// Waits until the backend has asked `check`, and a little longer: what changes before the call need not be reported.
    static func waitUntilObserving(_ context: CheckContext, _ control: CallProbe) {
        let end = Clock.now + context.limit(milliseconds: 5000)
        while control.checkCount == 0, Clock.now < end { Threads.pause(milliseconds: 2) }
        Threads.pause(milliseconds: 60)
    }

    /// What a fetch shows of each asset.
    private static func snapshot(_ library: Library) throws(CheckStop) -> [String] {
        try library.assets().map { "\($0.path) \($0.byteSize) \($0.version) \($0.width)x\($0.height)" }
    }

    static func stops(_ context: CheckContext) throws(CheckStop) {
        let format = try format(context)
        let library = try context.open()
        let sink = RecordSink.changes(stopAt: 1)
        let control = CallProbe(deadline: Clock.now + context.limit(milliseconds: 5000))
        let answer = Box<Reply?>(nil)
        guard let observer = Threads.start({ answer.value = library.observe(sink: sink, control: control) }) else {
            throw .notPossibleHere("no thread could be started")
        }
        waitUntilObserving(context, control)
        try Files.remove(old(context, format))
        observer.join()
        guard sink.count > 0 else { return }  // That a change is reported at all is another check.
        try context.expect(sink.afterStop == 0, "\(sink.afterStop) more changes came")
        try answer.value?.ok()
    }
}
