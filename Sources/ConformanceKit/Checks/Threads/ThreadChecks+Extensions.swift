internal import BackendAPI
internal import PhotoModel

/// A check of extensions whose functions many threads may call at once.
extension ThreadChecks {
    static let ofExtensions = [
        Check(
            "threads.extensions", "Days, facts and posters on several threads are those of each call alone",
            "R11.2 R11.5",
            remedy: "Make records and frames where the call is, in no static variable and not in the library."
        ) { context throws(CheckStop) in try extensions(context) }
    ]

    /// A call that fails when something else comes of it than when it was made alone.
    private typealias Call = () throws(CheckStop) -> Void

    private static func extensions(_ context: CheckContext) throws(CheckStop) {
        let info = try context.info()
        let isFolder = context.order.fixtureCommand == nil
        let hasVideos = isFolder && info.capabilities.contains(.video) && info.formats.contains("public.avi")
        try context.makeLibrary()
        if hasVideos { try MediaExtensionChecks.writeVideo(context) }
        let library = try context.open()
        let video = try library.assets().first { $0.path == MediaExtensionChecks.clip }
        var calls = try days(library)
        if hasVideos, let video { calls += try ofVideo(library, video.identifier) }
        guard !calls.isEmpty else { throw .notApplicable("it offers neither days, nor facts and posters of videos") }
        // An odd number: threads that begin together make different calls.
        let made = calls
        try together(context, rounds: 13) { number throws(CheckStop) in try made[number % made.count]() }
    }

    private static func days(_ library: Library) throws(CheckStop) -> [Call] {
        guard library.extensionTable(PICKER_EXT_DAYS) != nil else { return [] }
        var calls: [Call] = []
        for limit in [0, 3, 7] as [UInt64] {
            let fetched = library.fetch(FetchRequest(query: FetchRequest.everything { $0.limit = limit }))
            try fetched.reply.ok()
            guard let fetch = fetched.fetch else { continue }
            let alone = RecordSink.days()
            let reply = try library.days(of: fetch, sink: alone)
            // Of this fetch only reading may tell them.
            if reply.status == PICKER_UNSUPPORTED { continue }
            try reply.ok()
            let expected = alone.records
            calls.append({ () throws(CheckStop) in
                let sink = RecordSink.days()
                sink.onArrival = Threads.yield
                try library.days(of: fetch, sink: sink).ok()
                guard sink.records == expected else {
                    throw .failed("beside other threads, the days of a fetch with the limit \(limit) are others")
                }
            })
        }
        return calls
    }

    private static func ofVideo(_ library: Library, _ video: Text) throws(CheckStop) -> [Call] {
        var calls: [Call] = []
        let alone = RecordSink(copy: { VideoFactsCopy($0) })
        try library.videoFacts(video, sink: alone).ok()
        if let expected = alone.records.first {
            calls.append({ () throws(CheckStop) in
                let sink = RecordSink(copy: { VideoFactsCopy($0) })
                sink.onArrival = Threads.yield
                try library.videoFacts(video, sink: sink).ok()
                guard let facts = sink.records.first, facts.width == expected.width, facts.duration == expected.duration
                else { throw .failed("beside other threads, the facts of a video are others") }
            })
        }
        for time in [0, 1.6] {
            let expected = try quarters(library, video, time)
            calls.append({ () throws(CheckStop) in
                guard try quarters(library, video, time) == expected else {
                    throw .failed("beside other threads, the poster of a video at \(time) seconds is another")
                }
            })
        }
        return calls
    }

    private static func quarters(_ library: Library, _ video: Text, _ time: Double) throws(CheckStop) -> [[Int]]? {
        let poster = try library.poster(video, time: time, box: (48, 48))
        try poster.reply.ok()
        return poster.frames.first?.quarters
    }
}
