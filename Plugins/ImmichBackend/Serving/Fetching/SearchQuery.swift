internal import PhotoModel

/// The conditions of a search on the server, and whether the server can answer a fetch by itself.
///
/// The server filters by one media type, by favourites, dates, album and person, and by whether a photo has a video; it
/// sorts by date, in both directions. Everything else is done here, after reading all that matches the server's
/// conditions.
struct SearchQuery: Equatable, Sendable {
    /// A part of the server's assets; each has to be searched by itself.
    enum Shelf: Equatable, Sendable {
        case timeline, archive
        /// The trashed assets of the timeline, or of the archive.
        case trash, archivedTrash

        /// The user whose assets on this shelf are shown; nil: those of everyone. The server shows no image of what partners put
        /// away, although its searches find that.
        ///
        /// - Parameter user: who is signed in; nil if that is not known.
        func owner(for user: String?) -> String? { self == .timeline ? nil : user }
    }

    var shelf = Shelf.timeline
    var album: ImmichID?
    var person: ImmichID?
    var type: String?
    var favorites: Bool?
    var motion: Bool?
    var takenAfter: Timestamp?
    var takenBefore: Timestamp?
    var uploadedAfter: Timestamp?
    /// Leaves out what is uploaded while the fetch exists, because its order must not change.
    var uploadedBefore: Timestamp?
    var filename: String?
    var description: String?
    var isDescending = false

    /// The members of a search's body, without page and order.
    var conditions: JSON {
        let isTrash = shelf == .trash || shelf == .archivedTrash
        return JSON([
            "visibility": .text(shelf == .archive || shelf == .archivedTrash ? "archive" : "timeline"),
            "trashedAfter": isTrash ? .text("1970-01-01T00:00:00.000Z") : nil,
            "albumIds": album.map { .array([.text($0.uuid)]) },
            "personIds": person.map { .array([.text($0.uuid)]) },
            "type": type.map(JSON.text),
            "isFavorite": favorites.map(JSON.bool),
            "isMotion": motion.map(JSON.bool),
            "takenAfter": takenAfter.map { .text($0.ofServer) },
            "takenBefore": takenBefore.map { .text($0.ofServer) },
            "createdAfter": uploadedAfter.map { .text($0.ofServer) },
            "createdBefore": uploadedBefore.map { .text($0.ofServer) },
            "originalFileName": filename.map(JSON.text),
            "description": description.map(JSON.text),
        ])
    }

    /// The request for a page of the results, from 0.
    func page(_ number: Int, size: Int) -> Ask {
        .post(
            "/search/metadata",
            conditions.adding([
                "withExif": .bool(true), "order": .text(isDescending ? "desc" : "asc"),
                "page": .number(Double(number + 1)), "size": .number(Double(size)),
            ]))
    }

    /// The request for the results of one time. More than fit on a page are not expected.
    func taken(at time: Timestamp) -> Ask {
        var query = self
        (query.takenAfter, query.takenBefore) = (time, time)
        return query.page(0, size: Self.largestPage)
    }

    /// The most results that the server returns at once.
    static let largestPage = 1_000

    /// The request for the number of results.
    var statistics: Ask { .post("/search/statistics", conditions) }
}

extension SearchQuery {
    /// Adds the conditions and the order of a fetch that the server supports.
    ///
    /// - Returns: whether those are all, so that pages of the search are pages of the fetch.
    mutating func add(_ options: FetchOptions) -> Bool {
        var isWhole = addTypes(options.mediaTypes)
        if options.favoritesOnly { favorites = true }
        isWhole = addSubtypes(options) && isWhole
        if let from = options.createdFrom { takenAfter = max(takenAfter ?? from, from) }
        if let end = options.createdBefore {
            takenBefore = Timestamp(milliseconds: end.milliseconds.subtractingReportingOverflow(1).partialValue)
        }
        switch options.sort {
        case []: break
        case [SortKey(.creationTime)]: isDescending = false
        case [SortKey(.creationTime, isDescending: true)]: isDescending = true
        default: isWhole = false
        }
        // The server has no dates outside these years.
        let years = Timestamp(milliseconds: -62_135_596_800_000)...Timestamp(milliseconds: 253_402_300_799_999)
        if let from = takenAfter, !years.contains(from) { (takenAfter, isWhole) = (nil, false) }
        if let end = takenBefore, !years.contains(end) { (takenBefore, isWhole) = (nil, false) }
        return isWhole
    }

    /// Immich has only images and videos.
    private mutating func addTypes(_ types: MediaTypes) -> Bool {
        switch (types.contains(.image), types.contains(.video)) {
        case (true, true): return true
        case (true, false): return narrow("IMAGE", types == .image)
        case (false, true): return narrow("VIDEO", types == .video)
        case (false, false):
            return types == .audio ? narrow("AUDIO", true) : narrow("OTHER", types == MediaTypes(.unknown))
        }
    }

    private mutating func narrow(_ wanted: String, _ isWhole: Bool) -> Bool {
        guard isWhole else { return false }
        guard type == nil || type == wanted else { return false }
        type = wanted
        return true
    }

    private mutating func addSubtypes(_ options: FetchOptions) -> Bool {
        var isWhole = true
        if options.anySubtypes == .livePhoto { motion = true } else if !options.anySubtypes.isEmpty { isWhole = false }
        if options.noSubtypes == .livePhoto {
            isWhole = isWhole && motion == nil
            motion = motion ?? false
        } else if !options.noSubtypes.isEmpty {
            isWhole = false
        }
        return isWhole
    }
}

extension Timestamp {
    /// The date in the form that Immich reads.
    var ofServer: String {
        let text = iso8601()
        return text.contains(".") ? text : text.dropLast() + ".000Z"
    }
}
