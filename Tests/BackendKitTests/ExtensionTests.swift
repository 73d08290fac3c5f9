import ABIMemory
import BackendAPI
import BackendKit
import PhotoModel
import Testing

@Suite("The extensions of a Swift library") struct ExtensionTests {
    private static func table<Table>(_ id: String, of library: DrivenLibrary, _ empty: Table) throws -> Table {
        let found = try #require(library.table.get_extension(library.table.context, library.arena.string(id)))
        return boundedCopy(of: found.assumingMemoryBound(to: Table.self), into: empty)
    }

    @Test(
        "The extensions of a Swift library are there for libraries that conform to their protocols, and for no others (R6.5)"
    )
    func offered() throws {
        let indexed = try DrivenLibrary("/", of: IndexedBackend.self)
        _ = StubLibrary(root: #function)
        let plain = try DrivenLibrary(#function)
        for id in [PICKER_EXT_INDEX, PICKER_EXT_SEARCH] {
            #expect(indexed.table.get_extension(indexed.table.context, indexed.arena.string(id)) != nil)
            #expect(plain.table.get_extension(plain.table.context, plain.arena.string(id)) == nil)
        }
        #expect(indexed.table.get_extension(indexed.table.context, indexed.arena.string("org.picker.index/2")) == nil)
        #expect(indexed.table.get_extension(indexed.table.context, picker_string()) == nil)
    }

    @Test("The extensions of a Swift library go with the capabilities, or the backend is refused")
    func contradictions() {
        let boasting = DrivenBackend(BoastingBackend.self)
        #expect(boasting.status == PICKER_INTERNAL && boasting.error.text.contains("capability index"))
        let modest = DrivenBackend(ModestBackend.self)
        #expect(modest.status == PICKER_INTERNAL && modest.error.text.contains("lacks the capability index"))
    }

    @Test("The index extension of a Swift library: refresh fills as much of the report as there is room for")
    func refresh() throws {
        let library = try DrivenLibrary("/", of: IndexedBackend.self)
        let index = try Self.table(PICKER_EXT_INDEX, of: library, picker_index_v1())
        var report = picker_index_report()
        report.struct_size = structSize(of: picker_index_report.self)
        let status = index.refresh(library.table.context, PICKER_INDEX_REBUILD, &report, nil, nil)
        #expect(status == PICKER_OK && report.struct_size == structSize(of: picker_index_report.self))
        #expect(report.files == 7 && report.files_read == 7 && report.folders == 2 && report.assets == 5)
        #expect(report.inserted == 4 && report.updated == 3 && report.removed == 6 && report.diagnostics == 0)
        var short = picker_index_report()
        short.struct_size = 24
        #expect(index.refresh(library.table.context, PICKER_INDEX_REFRESH, &short, nil, nil) == PICKER_OK)
        #expect(short.struct_size == 24 && short.files == 7 && short.files_read == 0)
    }

    @Test(
        "The index extension of a Swift library: refresh refuses a mode that it does not know, and a report without room"
    )
    func badRefresh() throws {
        let library = try DrivenLibrary("/", of: IndexedBackend.self)
        let index = try Self.table(PICKER_EXT_INDEX, of: library, picker_index_v1())
        var report = picker_index_report()
        #expect(index.refresh(library.table.context, 0, nil, nil, nil) == PICKER_INVALID_ARGUMENT)
        #expect(index.refresh(library.table.context, 0, &report, nil, nil) == PICKER_INVALID_ARGUMENT)
        report.struct_size = structSize(of: picker_index_report.self)
        #expect(index.refresh(library.table.context, 2, &report, nil, nil) == PICKER_INVALID_ARGUMENT)
        library.table.begin_shutdown(library.table.context)
        #expect(index.refresh(library.table.context, 0, &report, nil, nil) == PICKER_CLOSED)
    }

    @Test("The search extension of a Swift library passes the text, the scope and the options on, and gives a fetch")
    func search() throws {
        let library = try DrivenLibrary("/", of: IndexedBackend.self)
        let search = try Self.table(PICKER_EXT_SEARCH, of: library, picker_search_v1())
        var request = picker_fetch_request()
        request.struct_size = structSize(of: picker_fetch_request.self)
        var fetch = picker_fetch()
        fetch.struct_size = structSize(of: picker_fetch.self)
        let text = library.arena.string("Brücke")
        #expect(search.search(library.table.context, text, &request, nil, &fetch, nil) == PICKER_OK)
        defer { fetch.release(fetch.context) }
        var count: UInt64 = 0
        #expect(fetch.count(fetch.context, nil, &count, nil) == PICKER_OK && count == 1)
        let missing = search.search(library.table.context, picker_string(), &request, nil, &fetch, nil)
        #expect(missing == PICKER_INVALID_ARGUMENT)
    }

    @Test("Changes of a Swift library since a token carry kinds, identifiers and tokens")
    func changes() throws {
        let library = try DrivenLibrary("/", of: IndexedBackend.self)
        #expect(try library.changes(since: nil) == [.current([9])])
        let all = IndexedStub.changes
        #expect(try library.changes(since: [1]) == all)
        #expect(try library.changes(since: [1], limit: 2) == Array(all.prefix(2)))
        #expect(throws: DrivenLibrary.Refused(message: "not a token")) { try library.changes(since: []) }
    }
}
