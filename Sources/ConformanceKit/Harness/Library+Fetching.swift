internal import BackendAPI

/// What a fetch looks at.
enum Scope {
    case all
    case collection(Text)
    case identifiers([Text])
    case paths([BytePath])
    /// One that the ABI does not know.
    case unknown(UInt32)
}

/// A fetch request in the making.
struct FetchRequest {
    var scope = Scope.all
    /// Nil: none is passed.
    var query: picker_query?
    /// `struct_size` of request and query; nil: those of version 1.
    var requestSize: Int?
    var querySize: Int?
    /// Flags that have no name yet, and what is in the room to grow.
    var unnamed: UInt32 = 0
    var links = Links.none

    init(_ scope: Scope = .all, query: picker_query? = nil) {
        self.scope = scope
        self.query = query
    }

    init(_ change: (inout FetchRequest) -> Void) { change(&self) }

    /// Flags of a query that this revision of the headers has names for.
    static let knownConditions =
        PICKER_QUERY_FAVORITES | PICKER_QUERY_CREATED_FROM | PICKER_QUERY_CREATED_BEFORE | PICKER_QUERY_RATINGS
        | PICKER_QUERY_TEXT | PICKER_QUERY_PLACE | PICKER_QUERY_CONTENT_TYPES | PICKER_QUERY_BYTES_FROM
        | PICKER_QUERY_BYTES_BELOW

    /// No condition (R9.9).
    static func everything(_ change: (inout picker_query) -> Void = { _ in }) -> picker_query {
        var query = picker_query()
        change(&query)
        return query
    }

    /// Creation times from this one on, or before it.
    static func created(from: picker_time? = nil, before: picker_time? = nil) -> FetchRequest {
        let query = everything { query in
            if let from { (query.flags, query.created_from) = (query.flags | PICKER_QUERY_CREATED_FROM, from) }
            if let before { (query.flags, query.created_before) = (query.flags | PICKER_QUERY_CREATED_BEFORE, before) }
        }
        return FetchRequest(query: query)
    }

    var request: Guarded<picker_fetch_request> {
        var request = picker_fetch_request()
        request.next = links.first
        (request.flags, request.reserved) = (unnamed, unnamed)
        request.query = query.map { UnsafePointer(Guarded($0, announced: querySize).pointer) }
        switch scope {
        case .all: request.scope = PICKER_SCOPE_ALL
        case .unknown(let value): request.scope = value
        case .collection(let identifier):
            request.scope = PICKER_SCOPE_COLLECTION
            request.collection = Arena.string(identifier.bytes)
        case .identifiers(let texts):
            request.scope = PICKER_SCOPE_IDENTIFIERS
            request.identifiers = Arena.array(texts.map { Arena.string($0.bytes) })
            request.identifier_count = UInt64(texts.count)
        case .paths(let paths):
            request.scope = PICKER_SCOPE_PATHS
            request.paths = Arena.array(paths.map { Arena.bytes($0.bytes) })
            request.path_count = UInt64(paths.count)
        }
        return Guarded(request, announced: requestSize)
    }

    var text: String {
        switch scope {
        case .all: "all"
        case .collection(let identifier): "collection \(KnownNames.text(identifier))"
        case .identifiers(let texts): "\(texts.count) identifiers"
        case .paths(let paths): "\(paths.count) paths"
        case .unknown(let value): "scope \(value)"
        }
    }
}

extension Library {
    func count(_ ask: FetchRequest = FetchRequest(), control: CallProbe = CallProbe()) -> (reply: Reply, count: UInt64)
    {
        let request = Passed { ask.request }
        defer { request.end() }
        var count = UInt64.max
        let reply = steps.call("count of \(ask.text)", control) {
            table.count(table.context, request.value.pointer, $0, &count, $1)
        }
        return (reply, count)
    }

    func fetch(
        _ ask: FetchRequest = FetchRequest(), control: CallProbe = CallProbe(), tableSize: Int? = nil
    ) -> (reply: Reply, fetch: Fetch?, table: Guarded<picker_fetch>) {
        let request = Passed { ask.request }
        defer { request.end() }
        let filled = Guarded(picker_fetch(), announced: tableSize)
        let reply = steps.call("fetch of \(ask.text)", control) {
            table.fetch(table.context, request.value.pointer, $0, filled.pointer, $1)
        }
        guard reply.status == PICKER_OK else { return (reply, nil, filled) }
        return (reply, Fetch(filled, steps: steps), filled)
    }

    /// Fetches, reads all of it in one window, and releases it.
    func assets(_ ask: FetchRequest = FetchRequest()) throws(CheckStop) -> [AssetCopy] {
        let fetched = fetch(ask)
        try fetched.reply.ok()
        guard let fetch = fetched.fetch else { return [] }
        defer { fetch.release() }
        return try fetch.window(0, 1 << 40)
    }

    /// The same; nil when it is answered with a status that a backend may give.
    func assets(_ ask: FetchRequest, orNone status: picker_status) throws(CheckStop) -> [AssetCopy]? {
        let fetched = fetch(ask)
        if fetched.reply.status == status { return nil }
        try fetched.reply.ok()
        guard let fetch = fetched.fetch else { return [] }
        defer { fetch.release() }
        return try fetch.window(0, 1 << 40)
    }

    /// The collections at the top, or in a folder.
    func collections(
        in parent: Text? = nil, types: UInt32 = 0
    ) throws(CheckStop)
        -> [CollectionCopy]
    {
        let sink = RecordSink.collections()
        try collections(parent: parent, types: types, sink: sink).ok()
        KnownNames.note(sink.records)
        return sink.records
    }

    /// All collections, those inside folders too.
    func allCollections() throws(CheckStop) -> [CollectionCopy] {
        var found = try collections()
        var next = 0
        while next < found.count, found.count < 10_000 {
            if found[next].type == PICKER_COLLECTION_FOLDER { found += try collections(in: found[next].identifier) }
            next += 1
        }
        return found
    }

    func cameraRoll() throws(CheckStop) -> CollectionCopy {
        let sink = RecordSink.collections()
        let reply = try cameraRoll(sink: sink).ok()
        guard let roll = try sink.onlyRecord(of: reply) else { throw .failed("\(reply.operation) emitted nothing") }
        return roll
    }

    func details(_ identifier: Text) throws(CheckStop) -> DetailsCopy {
        let sink = RecordSink.details()
        let reply = try details(identifier, sink: sink).ok()
        guard let details = try sink.onlyRecord(of: reply) else { throw .failed("\(reply.operation) emitted nothing") }
        return details
    }
}
