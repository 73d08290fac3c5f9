internal import BackendAPI
internal import PhotoModel
internal import Platform

/// What a library is opened with.
extension LifeCycleChecks {
    static let folders = [
        Check(
            "lifecycle.emptied-cache", "A library opens with a cache directory, and again when the host has emptied it",
            "R18.4",
            remedy: "Make what you need in the cache directory each time: a host may empty it while no library is open."
        ) { context throws(CheckStop) in try emptiedCache(context) }
    ]

    private static func emptiedCache(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.backend()
        try context.makeLibrary()
        let cache = context.folder / "cache"
        var expected: [BytePath]?
        for _ in 1...3 {
            try Files.makeFolder(cache)
            let opened = backend.open(root: context.root, data: context.dataFolder, cache: cache)
            try opened.reply.ok()
            guard let library = opened.library else { throw .failed("open_library filled nothing in") }
            let assets = try library.assets()
            for asset in assets.prefix(8) { _ = try library.details(asset.identifier) }
            if try context.info().formats.contains(where: PhotoFormat.identifiers.contains) {
                for match in try context.matches(library).prefix(4) {
                    _ = try library.finalFrame(match.asset.identifier, ImageRequest(32, 32))
                }
            }
            let paths = assets.map(\.path)
            try context.expect(
                expected.map { $0 == paths } ?? true,
                "when the cache directory was emptied, \(expected?.count ?? 0) assets became \(paths.count), or others")
            expected = paths
            library.beginShutdown()
            library.close()
            removeTree(cache.description)
        }
    }

    /// Everything that can be asked of a library in which nothing is.
    static func openEmpty(_ context: CheckContext) throws(CheckStop) {
        let (root, data) = try context.makeFolder("blank")
        let library = try context.open(context.backend(), root: root, data: data)
        let stranger = Text(Arena.string("nobody"))
        let roll = try library.cameraRoll().identifier
        var asks = [FetchRequest(), FetchRequest(.collection(roll)), FetchRequest(.identifiers([stranger]))]
        asks.append(FetchRequest(query: FetchRequest.everything { $0.limit = 3 }))
        for key in SortBit.served(by: try context.served(by: library)) {
            asks.append(FetchRequest(query: FetchRequest.everything { $0.sort.0 = key | PICKER_SORT_DESCENDING }))
        }
        for ask in asks {
            let fetched = library.fetch(ask)
            try fetched.reply.ok()
            guard let fetch = fetched.fetch else { throw .failed("a fetch of \(ask.text) filled nothing in") }
            defer { fetch.release() }
            for (offset, length) in [(0, .max), (0, 0), (1, 1), (.max, .max)] as [(UInt64, UInt64)] {
                let found = try fetch.window(offset, length).count
                try context.expect(found == 0, "window \(offset)+\(length) of \(ask.text) has \(found) assets")
            }
            let (reply, counted) = library.count(ask)
            try reply.ok()
            let count = try fetch.count()
            try context.expect(
                count == 0 && counted == 0,
                "of \(ask.text), the fetch counts \(count) assets and the library \(counted)")
            try fetch.index(of: stranger).reply.expect(PICKER_NOT_FOUND)
        }
        let keys = RecordSink.assets()
        try library.keyAssets(roll, sink: keys).ok()
        try context.expect(keys.count == 0, "its camera roll has \(keys.count) key assets")
        try library.diagnostics(sink: .diagnostics()).ok()
        try LibraryChecks.expectCounts(context, library)
        library.beginShutdown()
        library.close()
    }

    static func otherLocation(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.backend()
        let (_, data) = try context.makeFolder("other")
        let refusals = [PICKER_INVALID_ARGUMENT, PICKER_NOT_FOUND, PICKER_UNSUPPORTED]
        let other =
            try backend.info().schemes.isEmpty ? "org-picker-none://photos.example/library" : context.folder.description
        try backend.open(location: other, data: data).expect(refusals)
        guard try !context.info().settings.isEmpty else { return }
        try context.makeLibrary()
        let opened = backend.open(
            root: context.root, data: data, settings: [(key: "org-picker-unknown", value: "1")])
        try opened.reply.expect(PICKER_INVALID_ARGUMENT)
        let words = opened.reply.message.description
        try context.expect(words.contains("org-picker-unknown"), "the message does not name the setting: \"\(words)\"")
    }
}
