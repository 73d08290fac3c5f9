package import BackendKit
internal import HTTPClient
package import PhotoModel
internal import Platform

// Changes, which are found by asking the server regularly: API keys may not use the stream for Immich's own app (/sync/stream).
extension ImmichLibrary {
    /// What changed between two states.
    struct Changes {
        var inserted: [ImmichID] = []
        var updated: [ImmichID] = []
        var removed: [ImmichID] = []
        /// Whether something changed that cannot be listed.
        var isUnknown = false
        var token: ChangeToken
        /// When each new or updated asset was last updated, by the server's clock, in milliseconds since 1970.
        var moments: [ImmichID: Int64] = [:]
    }

    /// How far a state lies in the past, in milliseconds, so that changes during its requests are found again with the next state.
    private static let overlap: Int64 = 5_000
    /// By how much our idea of the server's clock may be wrong, in milliseconds.
    private static let justNow: Int64 = 2_000
    /// The most changes that are listed. With more, fetching everything again is faster than reading the changes.
    private static let mostChanges = 100_000
    /// The most pages of changed assets that are read; a page has a thousand.
    private static let mostPages = mostChanges / 1000
    /// The most age of a token, in milliseconds. The server forgets deleted assets after a hundred days.
    private static let oldest: Int64 = 90 * 86_400_000

    package func changes(
        since token: [UInt8]?, call: BackendCall, emit: (LibraryChange) -> Flow
    ) throws(PhotoError) {
        guard let token else {
            _ = emit(.current(try state(call).bytes))
            return
        }
        guard let since = ChangeToken(token) else { throw .invalidArgument("that is no change token of Immich") }
        guard since.milliseconds > server.now.milliseconds - Self.oldest else {
            throw .notFound("\(server.name) does not know any more what changed since then; list everything again")
        }
        let changes = try changes(since: since, call)
        guard !changes.isUnknown else {
            throw .notFound("albums or deleted photos of \(server.name) cannot be named; list everything again")
        }
        _ = emitAll(changes, emit)
    }

    private func emitAll(_ changes: Changes, _ emit: (LibraryChange) -> Flow) -> Flow {
        cache.forget(changes.updated + changes.removed)
        media.forget(changes.updated + changes.removed)
        readyImages.forget(changes.updated + changes.removed)
        shelves.outdate()
        let kinds: [(LibraryChange.Kind, [ImmichID])] = [
            (.inserted, changes.inserted), (.updated, changes.updated), (.removed, changes.removed),
        ].filter { !$0.1.isEmpty }
        var told = kinds.map { kind, ids in LibraryChange(kind, ids.map { $0.identifier("a") }) }
        if told.isEmpty { told = [LibraryChange(.current)] }
        told[told.count - 1].token = changes.token.bytes
        for change in told where emit(change) == .stop { return .stop }
        return .more
    }

    // MARK: Observing

    package func observe(call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError) {
        try call.check()
        var wait = pollMilliseconds
        var since: ChangeToken?
        var known: [ImmichID: Int64] = [:]
        while true {
            do throws(PhotoError) {
                if let last = since {
                    let changes = try changes(since: last, call, urgency: .inBackground())
                    let news = changes.leavingOut(known, since: last.milliseconds)
                    (since, known) = (changes.token, changes.moments)
                    if report(news, emit) == .stop { return }
                } else {
                    let first = try firstState(call)
                    (since, known) = (first.state, first.known)
                }
                wait = pollMilliseconds
            } catch {
                guard Self.passes(error) else { throw error }
                // Twice as long as the last pause, but at most five minutes; longer only if the server asks for that.
                let asked = error.retryAfter.map { Int($0.nanoseconds / 1_000_000) } ?? 0
                wait = max(asked, min(wait * 2, 300_000))
            }
            try call.rest(milliseconds: wait)
        }
    }

    /// The state when observing begins, and the moments of the assets that were updated shortly before: they belong to it.
    private func firstState(
        _ call: BackendCall
    ) throws(PhotoError) -> (state: ChangeToken, known: [ImmichID: Int64]) {
        let start = server.now.milliseconds - Self.justNow
        let state = try state(call, urgency: .inBackground())
        let known = try changes(since: state, call, urgency: .inBackground()).moments.filter { $0.value < start }
        return (state, known)
    }

    /// Whether an error may pass by itself. While a server is restarted or repaired, a proxy in front of it answers with pages and
    /// errors of its own.
    private static func passes(_ error: PhotoError) -> Bool {
        error.status.mayPass || [.unsupported, .notFound, .internal].contains(error.status)
    }

    private func report(_ changes: Changes, _ emit: (LibraryChange) -> Flow) -> Flow {
        if changes.isUnknown {
            shelves.outdate()
            return emit(LibraryChange(.reload, token: changes.token.bytes))
        }
        guard !(changes.inserted + changes.updated + changes.removed).isEmpty else { return .more }
        return emitAll(changes, emit)
    }

    // MARK: Requests

    private func state(_ call: BackendCall, urgency: HTTPClient.Urgency = .waitedFor) throws(PhotoError) -> ChangeToken
    {
        let moment = server.now.milliseconds - Self.overlap
        let answers = try server.documents(
            albumQuestions + countQuestions(until: moment), call, urgency: urgency)
        return ChangeToken(
            milliseconds: moment, albums: try Self.digest(answers.prefix(albumQuestions.count)),
            assets: try Self.total(answers.dropFirst(albumQuestions.count), server.name))
    }

    private func changes(
        since: ChangeToken, _ call: BackendCall, urgency: HTTPClient.Urgency = .waitedFor
    ) throws(PhotoError) -> Changes {
        let moment = server.now.milliseconds - Self.overlap
        let albums = albumQuestions
        // The number of assets that existed then can only become smaller. If it did, something was deleted.
        let before = countQuestions(until: since.milliseconds)
        let fixed = albums + before + countQuestions(until: moment)
        var answers = try server.documents(
            fixed + updateQuestions(since, page: 0), call, urgency: urgency)
        let digest = try Self.digest(answers.prefix(albums.count))
        let left = try Self.total(answers[albums.count..<albums.count + before.count], server.name)
        let total = try Self.total(answers[albums.count + before.count..<fixed.count], server.name)
        var changes = Changes(token: ChangeToken(milliseconds: moment, albums: digest, assets: total))
        changes.isUnknown = digest != since.albums || left != since.assets
        answers.removeFirst(fixed.count)
        try readPages(from: answers, into: &changes, since: since, call, urgency)
        return changes
    }

    /// Reads the updated assets.
    ///
    /// - Parameter first: the answers to the questions for the first page.
    private func readPages(
        from first: [Result<JSON, PhotoError>], into changes: inout Changes, since: ChangeToken, _ call: BackendCall,
        _ urgency: HTTPClient.Urgency
    ) throws(PhotoError) {
        var answers = first
        var page = 0
        while !answers.isEmpty {
            var isLast = true
            for answer in answers {
                let found = try SearchPage(try answer.get(), server: server.name)
                isLast = isLast && (found.isLast || found.records.isEmpty)
                changes.add(found.records, since: since)
            }
            guard !isLast else { break }
            // A server may give the same page again and again.
            guard changes.moments.count < Self.mostChanges, page < Self.mostPages else {
                changes.isUnknown = true
                break
            }
            page += 1
            answers = try server.documents(updateQuestions(since, page: page), call, urgency: urgency)
        }
    }

    private var albumQuestions: [Ask] {
        access.version[0] < 3 ? [.get("/albums"), .get("/albums?shared=true")] : [.get("/albums")]
    }

    private func countQuestions(until moment: Int64) -> [Ask] {
        ([.timeline] + SearchQuery.Shelf.hidden).map { shelf in
            var query = SearchQuery()
            query.shelf = shelf
            query.uploadedBefore = Timestamp(milliseconds: moment)
            return query.statistics
        }
    }

    /// The requests for updated assets of the timeline and of the archive, including trashed ones.
    private func updateQuestions(_ since: ChangeToken, page: Int) -> [Ask] {
        ["timeline", "archive"].map { visibility in
            .post(
                "/search/metadata",
                JSON([
                    "visibility": .text(visibility), "withDeleted": .bool(true), "withExif": .bool(true),
                    "updatedAfter": .text(Timestamp(milliseconds: since.milliseconds).ofServer), "order": .text("asc"),
                    "page": .number(Double(page + 1)), "size": .number(1_000),
                ]))
        }
    }

    private static func total(
        _ answers: some Sequence<Result<JSON, PhotoError>>, _ name: String
    ) throws(PhotoError) -> Int {
        var total = 0
        for answer in answers { total += try SearchPage.total(try answer.get(), server: name) }
        return total
    }

    /// A hash (FNV-1a) of the albums, of how many assets each has, and of when each was updated: one asset may take the place of another.
    /// If the key does not allow to read albums, there are none.
    private static func digest(_ answers: some Sequence<Result<JSON, PhotoError>>) throws(PhotoError) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for answer in answers {
            for album in try list(answer) {
                let parts = [
                    album["id"]?.text, album["albumName"]?.text, album["assetCount"]?.integer.map(String.init),
                    album["updatedAt"]?.text,
                ]
                for byte in parts.map({ $0 ?? "" }).joined(separator: "\n").utf8 {
                    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
                }
            }
        }
        return hash
    }
}

extension ImmichLibrary.Changes {
    fileprivate mutating func add(_ records: [AssetRecord], since: ChangeToken) {
        for record in records where moments[record.id] == nil {
            moments[record.id] = record.updated?.milliseconds ?? 0
            if let uploaded = record.uploaded?.milliseconds, uploaded >= since.milliseconds {
                inserted.append(record.id)
            } else {
                updated.append(record.id)
            }
        }
    }

    /// The changes without those that were reported before.
    fileprivate func leavingOut(_ known: [ImmichID: Int64], since start: Int64) -> Self {
        var news = self
        news.inserted = inserted.filter { known[$0] == nil }
        news.updated = updated.filter { known[$0] != moments[$0] }
        // Assets whose insertion was reported before, and which were updated since.
        news.updated += inserted.filter { id in known[id].map { $0 != moments[id] } ?? false }
        // Assets that were updated since then, and do not exist any more, were deleted.
        news.removed += known.filter { id, moment in moments[id] == nil && moment >= start }.map(\.key)
        return news
    }
}
