public import PhotoModel

extension FetchResult {
    /// What a list view that shows `older` has to do to show this result of the same request.
    ///
    /// If the backend names the assets that changed, this takes a few calls for each of them; otherwise it reads both results.
    ///
    /// - Returns: nil when the list has to be read again: the results come from different backends, too much changed, or
    ///   there are too many assets to compare.
    public func changeDetails(since older: FetchResult) async throws(PhotoError) -> ChangeDetails? {
        guard older.generation === generation else { return nil }
        if older.token != nil, token != nil { return try await namedChanges(since: older) }
        guard let before = try await AssetListing(older), let now = try await AssetListing(self) else { return nil }
        return before.details(to: now)
    }

    /// The same, from what the backend says that has changed.
    ///
    /// The changes since the token of the older result are asked for only now, so they cover everything that this result
    /// shows; they may cover more, which does no harm.
    func namedChanges(since older: FetchResult) async throws(PhotoError) -> ChangeDetails? {
        guard let token = older.token, let changes = try await changes(since: token) else { return nil }
        var seen: Set<String> = []
        let identifiers = changes.filter { $0.subject == .assets }.flatMap(\.identifiers)
            .filter { seen.insert($0).inserted }
        guard !changes.contains(where: { $0.kind == .reload || $0.concernsMembers && isAbout($0) }),
            identifiers.count <= AssetListing.limit
        else { return nil }
        let (old, new) = (try await older.indexes(of: identifiers), try await indexes(of: identifiers))
        let places = zip(old, new).map { ListDifference.Place(old: $0, new: $1, isChanged: true) }
        let (before, now) = (try await older.count(), try await count())
        guard ListDifference.arePlaces(old, ofCount: before), ListDifference.arePlaces(new, ofCount: now) else {
            return nil
        }
        let details = ListDifference(places).details
        // A backend that forgot to name one would ruin the list for good.
        return now == before - details.removed.count + details.inserted.count ? details : nil
    }

    /// Whether these changes leave the result of this fetch as it was.
    func isUntouched(by changes: [LibraryChange]) -> Bool {
        changes.allSatisfy { $0.kind == .current || $0.subject == .collections && !isAbout($0) }
    }

    /// Whether a change of collections is one of the collection that this fetch looks at.
    private func isAbout(_ change: LibraryChange) -> Bool {
        guard case .collection(let identifier) = request.scope, change.subject == .collections else { return false }
        return change.identifiers.contains(identifier)
    }

    /// What changed since then in this result's backend; nil when it does not know.
    func changes(since token: [UInt8]) async throws(PhotoError) -> [LibraryChange]? {
        do throws(PhotoError) {
            return try await callLibrary { (table, control) throws(PhotoError) in
                try table.changes(since: token, control: control)
            }
        } catch {
            guard [.notFound, .unsupported, .invalidArgument].contains(error.status) else { throw error }
            return nil
        }
    }

    /// The indexes of many assets, nil for those that are not here.
    func indexes(of identifiers: [String]) async throws(PhotoError) -> [Int?] {
        try await call { (fetch, control) throws(PhotoError) in
            var indexes: [Int?] = []
            for identifier in identifiers {
                try control.check()
                indexes.append(try fetch.indexIfPresent(of: identifier, control: control))
            }
            return indexes
        }
    }
}

extension FetchTable {
    fileprivate func indexIfPresent(of identifier: String, control: CallControl) throws(PhotoError) -> Int? {
        do throws(PhotoError) {
            return try index(of: identifier, control: control)
        } catch {
            guard error.status == .notFound else { throw error }
            return nil
        }
    }
}
