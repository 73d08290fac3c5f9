internal import BackendAPI
internal import PhotoModel

/// `org.picker.days/1`: how many assets of a fetch each day has.
enum DayChecks {
    static let all = [
        one(
            "as-read", "The days of a fetch are those that reading it gives, in its order", "R6.3",
            remedy: """
                Count the days by the clock of the place where the assets were made, in the order of the fetch; return UNSUPPORTED \
                before anything is emitted where only reading tells.
                """
        ) { context throws(CheckStop) in
            let library = try library(context)
            for ask in try asks(library, try context.served(by: library)) {
                let fetch = try fetch(library, ask)
                defer { fetch.release() }
                guard let days = try days(of: fetch, in: library, ask) else { continue }
                let read = DayCopy.runs(of: try fetch.window(0, 1 << 40))
                try context.expect(days == read, difference(days, read, ask))
            }
        },
        one(
            "stops", "A sink that stops gets no more days", "R9.3",
            remedy: "When emit answers PICKER_STOP, return PICKER_OK."
        ) { context throws(CheckStop) in
            let library = try library(context)
            for ask in try asks(library, try context.served(by: library)) {
                let fetch = try fetch(library, ask)
                defer { fetch.release() }
                // One that is refused, or of a single day, does not show it.
                guard let days = try days(of: fetch, in: library, ask), days.count > 1 else { continue }
                let sink = RecordSink.days(stopAt: 1)
                try library.days(of: fetch, sink: sink).ok()
                return try context.expect(sink.afterStop == 0, "after PICKER_STOP, \(sink.afterStop) more days came")
            }
        },
        one(
            "after-shutdown", "After begin_shutdown days returns CLOSED", "R13.4",
            remedy: "Functions of extensions ask whether the library is shutting down, as others do."
        ) { context throws(CheckStop) in
            let library = try library(context)
            let fetch = try fetch(library, FetchRequest())
            defer { fetch.release() }
            library.beginShutdown()
            try library.days(of: fetch, sink: .days()).expect(PICKER_CLOSED)
        },
        one(
            "cancelled", "A call of days that is to end returns what check says", "R12.2",
            remedy: "Return with the answer of check when it is not PICKER_OK."
        ) { context throws(CheckStop) in
            let library = try library(context)
            let fetch = try fetch(library, FetchRequest())
            defer { fetch.release() }
            try CancellationChecks.expectEveryEnd(context) { control throws(CheckStop) in
                try library.days(of: fetch, sink: .days(), control: control)
            }
        },
    ]

    private static func one(
        _ name: String, _ summary: String, _ clauses: String, remedy: String, _ body: @escaping Check.Body
    ) -> Check {
        Check("days." + name, summary, clauses, remedy: remedy, body: body)
    }

    /// Of which day the files are, three at a time: one that comes again, and one before 1970.
    private static let days = [18_262, 18_263, 18_262, -1_000]

    private static func library(_ context: CheckContext) throws(CheckStop) -> Library {
        try context.makeLibrary()
        for (place, photo) in context.fixtures.photos.enumerated() {
            let minute = days[place / 3 % days.count] * 1_440 + place
            try Files.setDate(of: context.root / photo.path, milliseconds: minute * 60_000)
        }
        try writeElsewhere(context)
        let library = try context.open()
        guard library.extensionTable(PICKER_EXT_DAYS) != nil else {
            throw .notApplicable("it does not offer \(PICKER_EXT_DAYS)")
        }
        return library
    }

    /// JPEGs of one day by the clock of their place, which is the day before or after it in UTC: for who reads how far that is.
    private static func writeElsewhere(_ context: CheckContext) throws(CheckStop) {
        for (hour, offset) in [("00", "+05:30"), ("23", "-08:00")] {
            var exif = EXIFBlock()
            let text = "2021:06:15 \(hour):30:00"
            (exif.dates, exif.offset) = ((text, text), offset)
            let file = try TestPattern(width: 64, height: 48).encoded(with: exif)
            try Files.write(
                file, to: context.root / BytePath("elsewhere-\(hour).jpg"), date: FixtureLibrary.firstDate)
        }
    }

    /// Everything, by each order and each kind; and every collection.
    private static func asks(_ library: Library, _ served: BackendCapabilities) throws(CheckStop) -> [FetchRequest] {
        var asks = [FetchRequest()]
        for key in SortBit.served(by: served) {
            for sort in [key, key | PICKER_SORT_DESCENDING] {
                asks.append(FetchRequest(query: FetchRequest.everything { $0.sort.0 = sort }))
            }
        }
        asks.append(FetchRequest(query: FetchRequest.everything { $0.media_types = PICKER_MEDIA_MASK_IMAGE }))
        asks.append(FetchRequest(query: FetchRequest.everything { $0.limit = 5 }))
        let collections = try library.allCollections().filter { $0.type != PICKER_COLLECTION_FOLDER }
        return asks + collections.map { FetchRequest(.collection($0.identifier)) }
    }

    private static func fetch(_ library: Library, _ ask: FetchRequest) throws(CheckStop) -> Fetch {
        let fetched = library.fetch(ask)
        try fetched.reply.ok()
        guard let fetch = fetched.fetch else { throw .failed("fetch of \(ask.text) gives no fetch") }
        return fetch
    }

    /// Nil: only reading tells them.
    private static func days(
        of fetch: Fetch, in library: Library, _ ask: FetchRequest
    ) throws(CheckStop) -> [DayCopy]? {
        let sink = RecordSink.days()
        let reply = try library.days(of: fetch, sink: sink)
        guard reply.status == PICKER_UNSUPPORTED else {
            try reply.ok()
            return sink.records
        }
        guard sink.count == 0 else {
            throw .failed("the days of \(ask.text) are UNSUPPORTED after \(sink.count) of them came")
        }
        return nil
    }

    private static func difference(_ days: [DayCopy], _ read: [DayCopy], _ ask: FetchRequest) -> String {
        let place = zip(days, read).enumerated().first { $1.0 != $1.1 }?.offset ?? min(days.count, read.count)
        let (found, wanted) = (days.dropFirst(place).first, read.dropFirst(place).first)
        return "the days of \(ask.text): number \(place) is \(found?.text ?? "missing"), and reading gives "
            + (wanted?.text ?? "none")
    }
}
