package import BackendKit
package import PhotoModel

// Smart albums, albums and people, which are requested all at once.
extension ImmichLibrary {
    package func collections(
        under parent: String?, types: CollectionTypes, call: BackendCall, emit: (AssetCollection) -> Flow
    ) throws(PhotoError) {
        if let parent {
            _ = try collection(parent, call: call)
            return
        }
        for entry in try entries(call) where types.contains(entry.collection.type) {
            if emit(entry.collection) == .stop { return }
        }
    }

    package func collection(_ localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetCollection {
        // Smart albums always exist, and their counts are not worth a round trip.
        if let album = SmartAlbum(rawValue: localIdentifier) {
            return shelves.last?.first { $0.collection.localIdentifier == localIdentifier }?.collection
                ?? album.collection
        }
        return try entry(localIdentifier, call).collection
    }

    package func keyAssets(
        of collection: String, mediaTypes: MediaTypes, call: BackendCall
    ) throws(PhotoError) -> [Asset] {
        let entry = SmartAlbum(rawValue: collection) == nil ? try entry(collection, call) : nil
        if let key = entry?.keyAsset {
            let record = try? record(of: key, call)
            // The album may have a cover that was archived since, and is not listed in it any more.
            if let record, mediaTypes.contains(record.mediaType), !record.flags.contains(.hidden) {
                return [record.asset]
            }
        }
        var options = FetchOptions(mediaTypes: mediaTypes)
        (options.sort, options.limit) = ([SortKey(.creationTime, isDescending: true)], 3)
        var assets: [Asset] = []
        try fetch(.collection(collection), options: options, call: call).window(offset: 0, length: 3, call: call) {
            assets.append($0)
            return .more
        }
        return assets
    }

    /// An album or a person. This asks the server only if the entry is not among those that were read a few seconds ago.
    func entry(_ identifier: String, _ call: BackendCall) throws(PhotoError) -> Shelves.Entry {
        let known = shelves.fresh ?? []
        if let entry = known.first(where: { $0.collection.localIdentifier == identifier }) { return entry }
        guard let entry = try entries(call).first(where: { $0.collection.localIdentifier == identifier }) else {
            throw .notFound("there is no album \(identifier) at \(server.name); it may have been removed")
        }
        return entry
    }

    func entries(_ call: BackendCall) throws(PhotoError) -> [Shelves.Entry] {
        if let fresh = shelves.fresh { return fresh }
        do throws(PhotoError) {
            let entries = try readEntries(call)
            shelves.keep(entries)
            return entries
        } catch {
            // While the server is unreachable, old collections are better than none.
            if error.status == .offline, let last = shelves.last { return last }
            throw error
        }
    }

    private func readEntries(_ call: BackendCall) throws(PhotoError) -> [Shelves.Entry] {
        let now = server.now
        var asks = [Ask.get("/albums")]
        // Before version 3, the list has only the user's own albums.
        let listsShared = access.version[0] < 3
        if listsShared { asks.append(.get("/albums?shared=true")) }
        let people = asks.count
        if showsPeople { asks.append(Self.people(page: 1)) }
        let statistics = asks.count
        let questions = SmartAlbum.allCases.map { $0.statistics(now: now) }
        asks += questions.flatMap(\.self)
        let answers = try server.documents(asks, call)
        var counts = answers[statistics...]
        var entries: [Shelves.Entry] = []
        for (album, questions) in zip(SmartAlbum.allCases, questions) {
            var collection = album.collection
            collection.estimatedCount = try Self.sum(counts.prefix(questions.count))
            counts = counts.dropFirst(questions.count)
            entries.append(Shelves.Entry(collection: collection))
        }
        entries += try albums(in: answers[..<people])
        if showsPeople { entries += try self.people(answers[people], call) }
        return entries
    }

    /// The albums of several lists, each once.
    private func albums(in answers: ArraySlice<Result<JSON, PhotoError>>) throws(PhotoError) -> [Shelves.Entry] {
        var entries: [Shelves.Entry] = []
        var seen: Set<String> = []
        for answer in answers {
            for album in try Self.list(answer) {
                guard let entry = entry(ofAlbum: album), seen.insert(entry.collection.localIdentifier).inserted else {
                    continue
                }
                entries.append(entry)
            }
        }
        return entries
    }

    /// The most pages of people: more names than anyone looks through. A server that always has one more page is not valid.
    private static let mostPeoplePages = 20

    private static func people(page: Int) -> Ask { .get("/people?page=\(page)&size=500&withHidden=false") }

    /// The people with names, whom the server lists before the others.
    private func people(_ first: Result<JSON, PhotoError>, _ call: BackendCall) throws(PhotoError) -> [Shelves.Entry] {
        var (answer, entries, seen) = (first, [Shelves.Entry](), Set<String>())
        for page in 2...Self.mostPeoplePages + 1 {
            let found = try Self.list(answer, "people").compactMap(Self.entry(ofPerson:))
            entries += found.filter { seen.insert($0.collection.localIdentifier).inserted }
            guard !found.isEmpty, try answer.get()["hasNextPage"]?.bool == true else { break }
            answer = try server.documents([Self.people(page: page)], call)[0]
        }
        return entries
    }

    /// The elements of a list; empty if the key does not allow to read it.
    static func list(_ answer: Result<JSON, PhotoError>, _ member: String? = nil) throws(PhotoError) -> [JSON] {
        do throws(PhotoError) {
            let document = try answer.get()
            return (member.map { document[$0] } ?? document)?.elements ?? []
        } catch {
            if error.status == .accessDenied { return [] }
            throw error
        }
    }

    private static func sum(_ answers: ArraySlice<Result<JSON, PhotoError>>) throws(PhotoError) -> Int? {
        var sum = 0
        for answer in answers {
            do throws(PhotoError) {
                guard let total = try answer.get()["total"]?.integer, (0...SearchPage.mostTotal).contains(total)
                else { return nil }
                sum += total
            } catch {
                if error.status == .accessDenied { return nil }
                throw error
            }
        }
        return sum
    }

    func entry(ofAlbum album: JSON) -> Shelves.Entry? {
        guard let id = album["id"]?.text.flatMap(ImmichID.init(uuid:)) else { return nil }
        let users = album["albumUsers"]?.elements ?? []
        let owner = album["ownerId"]?.text ?? users.first { $0["role"]?.text == "owner" }?["user"]?["id"]?.text
        let isOwn = owner == nil || access.userID == nil || owner == access.userID
        let role = users.first { $0["user"]?["id"]?.text == access.userID }?["role"]?.text
        let others = users.contains { $0["role"]?.text != "owner" }
        let isEditable =
            (isOwn || role == "editor") && access.allows("albumAsset.create") && access.allows("asset.upload")
        let collection = AssetCollection(
            localIdentifier: id.identifier("c"), title: Self.title(album["albumName"]), type: .album,
            estimatedCount: album["assetCount"]?.integer, isEditable: isEditable,
            startTime: Self.time(album["startDate"]),
            endTime: Self.time(album["endDate"]))
        return Shelves.Entry(
            collection: collection, keyAsset: album["albumThumbnailAssetId"]?.text.flatMap(ImmichID.init(uuid:)),
            isShared: !isOwn || others)
    }

    /// The entry of a person; nil for people without a name, since Immich finds many faces that no one named.
    private static func entry(ofPerson person: JSON) -> Shelves.Entry? {
        guard let id = person["id"]?.text.flatMap(ImmichID.init(uuid:)), person["isHidden"]?.bool != true,
            let name = person["name"]?.text, !name.isEmpty
        else { return nil }
        return Shelves.Entry(
            collection: AssetCollection(localIdentifier: id.identifier("cp"), title: title(.text(name)), type: .album))
    }

    static func title(_ value: JSON?) -> String {
        let line = String(
            String.UnicodeScalarView((value?.text ?? "").unicodeScalars.prefix(255).map { $0.value < 0x20 ? " " : $0 }))
        return line.isEmpty ? "Untitled" : line
    }

    private static func time(_ value: JSON?) -> Timestamp? {
        value?.text.flatMap { CivilTime($0) }.map { $0.timestamp(offsetMinutes: $0.utcOffsetMinutes ?? 0) }
    }
}
