import ABIMemory
import BackendAPI
import BackendKit
import PhotoModel
import Platform
import Testing

@Suite("What a host passes in") struct ArgumentTests {
    private func fetch(
        _ root: String, _ change: (inout picker_fetch_request, inout picker_query, RecordArena) -> Void
    ) throws -> (picker_status, String, (FetchScope, FetchOptions)?) {
        let stub = StubLibrary(root: root)
        let library = try DrivenLibrary(root)
        var query = picker_query()
        query.struct_size = structSize(of: picker_query.self)
        var request = picker_fetch_request()
        request.struct_size = structSize(of: picker_fetch_request.self)
        change(&request, &query, library.arena)
        request.query = library.arena.array([query])
        var count: UInt64 = 0
        let status = library.table.count(library.table.context, &request, nil, &count, library.error.pointer)
        return (status, library.error.text, stub.lastFetch.withLock { $0 })
    }

    @Test("What a host passes in with an unknown scope, sort key or hidden mode is an invalid argument (R16.3)")
    func unknownValues() throws {
        #expect(try fetch("scope") { request, _, _ in request.scope = 9 }.0 == PICKER_INVALID_ARGUMENT)
        #expect(try fetch("sort") { _, query, _ in query.sort.2 = 99 }.1 == "sort key 99 is not known")
        #expect(try fetch("hidden") { _, query, _ in query.hidden = 3 }.0 == PICKER_INVALID_ARGUMENT)
    }

    @Test("What a host passes in with a condition of a version to come is an invalid argument (R5.11)")
    func unknownConditions() throws {
        #expect(try fetch("flags") { _, query, _ in query.flags = 1 << 9 }.0 == PICKER_INVALID_ARGUMENT)
        #expect(try fetch("media") { _, query, _ in query.media_types = 0x12 }.0 == PICKER_INVALID_ARGUMENT)
        #expect(try fetch("any") { _, query, _ in query.any_subtypes = 1 << 30 }.0 == PICKER_INVALID_ARGUMENT)
        #expect(try fetch("none") { _, query, _ in query.no_subtypes = 1 << 30 }.0 == PICKER_INVALID_ARGUMENT)
    }

    @Test("What a host passes in with a condition or order that the library does not promise is not supported (R9.14)")
    func unservedConditions() throws {
        for change in [
            { $0.hidden = PICKER_HIDDEN_ONLY }, { $0.any_subtypes = PICKER_SUBTYPE_RAW },
            { $0.no_subtypes = PICKER_SUBTYPE_RAW }, { $0.sort.3 = PICKER_SORT_FILENAME },
        ] as [(inout picker_query) -> Void] {
            #expect(try fetch("unserved") { _, query, _ in change(&query) }.0 == PICKER_UNSUPPORTED)
        }
        let sorted = try fetch("both") { _, query, _ in
            (query.flags, query.sort.0) = (PICKER_QUERY_FAVORITES, PICKER_SORT_BYTE_SIZE)
        }
        #expect(sorted.1.contains("lacks sort-byte-size;"))
        let limited = try fetch("limited") { _, query, _ in query.limit = 5 }
        #expect(limited.0 == PICKER_OK && limited.2?.1.limit == 5)
    }

    @Test("What a host passes in with a time and no flag for it has no such condition (R5.13)")
    func unflaggedTimes() throws {
        let unflagged = try fetch("unflagged") { _, query, _ in (query.created_from, query.created_before) = (7, 8) }
        #expect(unflagged.0 == PICKER_OK && unflagged.2?.1 == FetchOptions())
        let flagged = try fetch("flagged") { _, query, _ in
            query.flags = PICKER_QUERY_CREATED_FROM | PICKER_QUERY_FAVORITES
            query.created_before = 8
        }
        var expected = FetchOptions()
        (expected.createdFrom, expected.favoritesOnly) = (Timestamp(milliseconds: 0), true)
        #expect(flagged.0 == PICKER_OK && flagged.2?.1 == expected)
    }

    @Test("What a host passes in with a rating, text, place, type or size arrives as it is (R9.16, R9.17)")
    func facts() throws {
        let all = try fetch("facts") { _, query, arena in
            query.flags =
                PICKER_QUERY_RATINGS | PICKER_QUERY_TEXT | PICKER_QUERY_PLACE | PICKER_QUERY_CONTENT_TYPES
                | PICKER_QUERY_BYTES_FROM | PICKER_QUERY_BYTES_BELOW
            (query.ratings, query.text) = (1 << 4 | 1, arena.string("sea"))
            (query.south, query.west, query.north, query.east) = (-1, 170, 1, -170)
            query.content_types = arena.array([arena.string("public.jpeg"), arena.string("public.png")])
            (query.content_type_count, query.bytes_from, query.bytes_below) = (2, 7, .max)
        }
        var expected = FetchOptions()
        (expected.ratings, expected.text) = (Ratings(rawValue: 17), "sea")
        expected.place = LocationBox(south: -1, west: 170, north: 1, east: -170)
        (expected.contentTypes, expected.bytesFrom, expected.bytesBelow) = (["public.jpeg", "public.png"], 7, .max)
        #expect(all.0 == PICKER_OK && all.2?.1 == expected)
        let unflagged = try fetch("unflagged facts") { _, query, arena in
            (query.ratings, query.text, query.south, query.bytes_below) = (99, arena.string("sea"), .nan, 1)
            query.content_type_count = 5
        }
        #expect(unflagged.0 == PICKER_OK && unflagged.2?.1 == FetchOptions())
    }

    @Test(
        "What a host passes in with a rating, text, place or type that cannot be is an invalid argument (R9.16, R9.17)")
    func invalidFacts() throws {
        for (flag, change) in [
            (PICKER_QUERY_RATINGS, { _ in }), (PICKER_QUERY_RATINGS, { $0.ratings = 1 << 6 | 1 }),
            (PICKER_QUERY_TEXT, { _ in }), (PICKER_QUERY_PLACE, { ($0.south, $0.north) = (2, 1) }),
            (PICKER_QUERY_PLACE, { $0.west = .nan }), (PICKER_QUERY_CONTENT_TYPES, { _ in }),
            (PICKER_QUERY_CONTENT_TYPES, { $0.content_type_count = 3 }),
        ] as [(UInt32, (inout picker_query) -> Void)] {
            let status = try fetch("invalid facts") { _, query, _ in
                query.flags = flag
                change(&query)
            }.0
            #expect(status == PICKER_INVALID_ARGUMENT)
        }
        // A query that was cut off after its flags never finds more than the whole one.
        let short = try fetch("short facts") { _, query, _ in
            (query.struct_size, query.flags, query.ratings) = (40, PICKER_QUERY_RATINGS, 1)
        }
        #expect(short.0 == PICKER_INVALID_ARGUMENT)
    }

    @Test("What a host passes in with a missing or broken identifier is an invalid argument")
    func brokenIdentifiers() throws {
        let absent = try fetch("absent") { request, _, _ in request.scope = PICKER_SCOPE_COLLECTION }
        #expect(absent.0 == PICKER_INVALID_ARGUMENT && absent.1 == "collection is missing")
        let null = try fetch("null") { request, _, _ in
            (request.scope, request.identifier_count) = (PICKER_SCOPE_IDENTIFIERS, 2)
        }
        #expect(null.1 == "identifiers is NULL")
        let invalid = try fetch("utf8") { request, _, arena in
            request.scope = PICKER_SCOPE_COLLECTION
            let raw = arena.bytes([0xFF])
            request.collection = picker_string(
                data: raw.data.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }, length: 1)
        }
        #expect(invalid.1 == "collection is not UTF-8")
    }

    @Test("What a host passes in without a query asks for everything")
    func noQuery() throws {
        let stub = StubLibrary(root: #function)
        let library = try DrivenLibrary(#function)
        var fetch = picker_fetch()
        #expect(library.fetch(into: &fetch) == PICKER_OK)
        fetch.release(fetch.context)
        #expect(stub.lastFetch.withLock { $0?.1 } == FetchOptions())
    }

    @Test("What a host passes in with a shorter query has the standard for what is not in it (R5.2)")
    func shortQuery() throws {
        let (status, _, last) = try fetch(#function) { _, query, _ in
            query.struct_size = 20
            query.media_types = PICKER_MEDIA_MASK_IMAGE
        }
        #expect(status == PICKER_OK && last?.1 == FetchOptions(mediaTypes: .image))
    }

    @Test("What a host passes in with half a target size or an unknown mode is refused before the backend hears of it")
    func imageRequests() throws {
        _ = StubLibrary(root: #function)
        let library = try DrivenLibrary(#function)
        func status(_ change: (inout picker_image_request) -> Void) -> picker_status {
            var request = picker_image_request()
            request.struct_size = structSize(of: picker_image_request.self)
            request.local_identifier = library.arena.string("a")
            change(&request)
            var sink = FrameKeeper().sink
            return library.table.request_image(library.table.context, &request, &sink, nil, nil)
        }
        #expect(status { $0.target_width = 5 } == PICKER_INVALID_ARGUMENT)
        #expect(status { $0.content_mode = 2 } == PICKER_INVALID_ARGUMENT)
        #expect(status { $0.delivery_mode = 3 } == PICKER_INVALID_ARGUMENT)
        #expect(status { $0.resize_mode = 3 } == PICKER_INVALID_ARGUMENT)
        #expect(status { $0.version = 3 } == PICKER_INVALID_ARGUMENT)
        #expect(status { $0.color_policy = 2 } == PICKER_INVALID_ARGUMENT)
        #expect(status { $0.local_identifier = picker_string() } == PICKER_INVALID_ARGUMENT)
        #expect(status { _ in } == PICKER_UNSUPPORTED)
    }

    @Test("What a host passes in without a sink, or with one that has no emit, is refused")
    func sinks() throws {
        _ = StubLibrary(root: #function)
        let library = try DrivenLibrary(#function)
        let table = library.table
        var empty = picker_collection_sink()
        empty.struct_size = structSize(of: picker_collection_sink.self)
        #expect(table.camera_roll(table.context, nil, nil, nil) == PICKER_INVALID_ARGUMENT)
        #expect(table.camera_roll(table.context, &empty, nil, library.error.pointer) == PICKER_INVALID_ARGUMENT)
        #expect(library.error.text == "the sink has no emit")
        #expect(table.camera_roll(nil, &empty, nil, nil) == PICKER_INVALID_ARGUMENT)
    }
}
