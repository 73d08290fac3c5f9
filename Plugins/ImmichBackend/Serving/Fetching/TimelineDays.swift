internal import BackendKit
internal import HTTPClient
internal import PhotoModel

/// Counts the days of a search with the server's timeline, which returns the assets of a month as columns. That takes a
/// fifth of the bytes of the assets themselves, and several months can be requested at once.
struct TimelineDays {
    /// How many months are requested at once. The other connections are for what users look at meanwhile.
    private static let monthsAtOnce = 4
    /// The most months: a thousand years. A server that returns more is not valid.
    private static let mostMonths = 12_000
    /// The range of offsets from UTC, in hours.
    private static let offsets = -14.0...14.0

    static let onlyReadingTells = PhotoError(.unsupported, "of this list only reading it tells the days")

    /// When an asset was created.
    private struct Moment {
        let taken: Timestamp
        /// Days since 1970-01-01, by the clock where the asset was created.
        let day: Int64
    }

    let query: SearchQuery
    let server: ImmichServer

    /// The days of all that the search finds, in its order.
    ///
    /// - Parameter count: how many assets it finds.
    /// - Throws: `.unsupported` if the timeline does not contain the days, or is about other assets.
    func days(count: Int, _ call: BackendCall) throws(PhotoError) -> [DayCount] {
        guard query.shelf == .timeline, query.takenAfter == nil, query.takenBefore == nil, query.uploadedAfter == nil,
            query.filename == nil, query.description == nil
        else { throw Self.onlyReadingTells }
        var moments = try moments(count, call)
        // If assets were added or removed meanwhile, the two numbers differ.
        guard moments.count == count else { throw Self.onlyReadingTells }
        moments.sort { query.isDescending ? $0.taken > $1.taken : $0.taken < $1.taken }
        var days: [DayCount] = []
        for moment in moments { days.add(moment.day) }
        return days
    }

    private func moments(_ count: Int, _ call: BackendCall) throws(PhotoError) -> [Moment] {
        let months = (try server.document(.get("/timeline/buckets?\(conditions)"), call).elements ?? [])
            .compactMap { $0["timeBucket"]?.text }
        guard months.count <= Self.mostMonths, months.allSatisfy({ $0.utf8.allSatisfy(Self.isOfDate) }) else {
            throw Self.onlyReadingTells
        }
        var moments: [Moment] = []
        // Do not allocate memory for a number that only the server claims.
        moments.reserveCapacity(min(count, 1 << 16))
        for first in stride(from: 0, to: months.count, by: Self.monthsAtOnce) {
            let asks = months[first...].prefix(Self.monthsAtOnce).map { month in
                Ask.get("/timeline/bucket?timeBucket=\(month)&\(conditions)")
            }
            let answers = try server.documents(asks, call, urgency: .inBackground(atOnce: Self.monthsAtOnce))
            for answer in answers { try append(try answer.get(), to: &moments) }
            guard moments.count <= count else { throw Self.onlyReadingTells }
            call.report(moments.count, of: count)
            try call.check()
        }
        return moments
    }

    /// The conditions that the server applies; the others are checked in the columns.
    private var conditions: String {
        var conditions = ["visibility=timeline", "isTrashed=false"]
        if let favorites = query.favorites { conditions.append("isFavorite=\(favorites)") }
        if let album = query.album { conditions.append("albumId=\(album.uuid)") }
        // Searches find the photos of partners without being asked for them.
        if query.favorites == nil, query.album == nil { conditions.append("withPartners=true") }
        if let person = query.person { conditions.append("personId=\(person.uuid)") }
        return conditions.joined(separator: "&")
    }

    /// Only these characters of a server's answer may become part of an address.
    private static func isOfDate(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-:.TZ".utf8.contains(byte)
    }

    /// - Throws: `.unsupported` for columns without times in UTC, which servers before 1.135 return.
    private func append(_ month: JSON, to moments: inout [Moment]) throws(PhotoError) {
        guard let taken = month["fileCreatedAt"]?.elements, let hours = month["localOffsetHours"]?.elements,
            let images = month["isImage"]?.elements, let videos = month["livePhotoVideoId"]?.elements,
            Set([taken.count, hours.count, images.count, videos.count]).count == 1
        else { throw Self.onlyReadingTells }
        for row in taken.indices {
            guard query.type.map({ ($0 == "IMAGE") == (images[row] == .bool(true)) }) ?? true,
                query.motion.map({ $0 == (videos[row].text != nil) }) ?? true
            else { continue }
            guard let civil = taken[row].text.flatMap({ CivilTime($0) }), let hours = hours[row].number else {
                throw Self.onlyReadingTells
            }
            let time = civil.timestamp(offsetMinutes: civil.utcOffsetMinutes ?? 0)
            let minutes = Self.offsets.contains(hours) ? Int((hours * 60).rounded()) : 0
            moments.append(Moment(taken: time, day: time.dayNumber(offsetMinutes: minutes)))
        }
    }
}
