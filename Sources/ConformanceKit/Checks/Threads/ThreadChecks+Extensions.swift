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

    /// A call, with what came of it when it was made alone.
    private enum Call {
        case days(Fetch, limit: UInt64, [DayCopy])
        case facts(Text, VideoFactsCopy)
        case poster(Text, time: Double, [[Int]]?)

        /// Makes the call, and fails when something else comes of it.
        func repeated(_ library: Library) throws(CheckStop) {
            switch self {
            case .days(let fetch, let limit, let expected):
                let sink = RecordSink.days()
                sink.onArrival = Threads.yield
                try library.days(of: fetch, sink: sink).ok()
                guard sink.records == expected else {
                    throw .failed("beside other threads, the days of a fetch with the limit \(limit) are others")
                }
            case .facts(let video, let expected):
                let sink = RecordSink(copy: { VideoFactsCopy($0) })
                sink.onArrival = Threads.yield
                try library.videoFacts(video, sink: sink).ok()
                guard let facts = sink.records.first, facts.width == expected.width, facts.duration == expected.duration
                else { throw .failed("beside other threads, the facts of a video are others") }
            case .poster(let video, let time, let expected):
                let found = try ThreadChecks.quarters(library, video, time)
                guard found == expected else {
                    throw .failed("beside other threads, the poster of a video at \(time) seconds is another")
                }
            }
        }

        func release() {
            if case .days(let fetch, _, _) = self { fetch.release() }
        }
    }

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
        let made = calls
        defer { for call in made { call.release() } }
        // An odd number: threads that begin together make different calls.
        try together(rounds: 13) { number throws(CheckStop) in
            try made[number % made.count].repeated(library)
        }
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
            if reply.status == PICKER_UNSUPPORTED {
                fetch.release()
                continue
            }
            try reply.ok()
            calls.append(.days(fetch, limit: limit, alone.records))
        }
        return calls
    }

    private static func ofVideo(_ library: Library, _ video: Text) throws(CheckStop) -> [Call] {
        let alone = RecordSink(copy: { VideoFactsCopy($0) })
        try library.videoFacts(video, sink: alone).ok()
        var calls = alone.records.prefix(1).map { Call.facts(video, $0) }
        for time in [0, 1.6] {
            calls.append(.poster(video, time: time, try quarters(library, video, time)))
        }
        return calls
    }

    fileprivate static func quarters(_ library: Library, _ video: Text, _ time: Double) throws(CheckStop) -> [[Int]]? {
        let poster = try library.poster(video, time: time, box: (48, 48))
        try poster.reply.ok()
        return poster.frames.first?.quarters
    }
}
