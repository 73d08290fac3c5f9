import ABIMemory
import BackendAPI
import BackendKit
import Testing

@Suite("The entry point of a Swift backend") struct EntryTests {
    @Test(
        "The entry point of a Swift backend makes one for hosts of any header revision (R5.12)", arguments: [0, 1, 99])
    func otherRevision(revision: UInt32) {
        var host = picker_host()
        host.struct_size = structSize(of: picker_host.self)
        host.header_revision = revision
        withUnsafePointer(to: host) { #expect(DrivenBackend(StubBackend.self, host: $0).status == PICKER_OK) }
    }

    @Test("The entry point of a Swift backend passes on why the backend cannot be made")
    func refused() {
        let backend = DrivenBackend(RefusingBackend.self)
        #expect(backend.status == PICKER_UNSUPPORTED)
        #expect(backend.error.text == "not on this machine")
    }

    @Test("The entry point of a Swift backend refuses NULL instead of a request or a table")
    func nulls() {
        var table = picker_backend()
        var request = picker_entry_request()
        #expect(BackendEntry.run(StubBackend.self, nil, &table, nil) == PICKER_INVALID_ARGUMENT)
        request.struct_size = structSize(of: picker_entry_request.self)
        #expect(BackendEntry.run(StubBackend.self, &request, nil, nil) == PICKER_INVALID_ARGUMENT)
    }

    @Test("The entry point of a Swift backend writes no more into a host's table than there is room for (R5)")
    func shorterTable() {
        var tables = [picker_backend(), picker_backend()]
        tables[0].struct_size = UInt32(MemoryLayout<picker_backend>.offset(of: \.probe) ?? 0)
        var request = picker_entry_request()
        request.struct_size = structSize(of: picker_entry_request.self)
        let status = tables.withUnsafeMutableBufferPointer {
            BackendEntry.run(StubBackend.self, &request, $0.baseAddress, nil)
        }
        #expect(status == PICKER_OK && tables[0].info != nil && tables[0].probe == nil)
        #expect(tables[1].struct_size == 0)
    }

    @Test("The entry point of a Swift backend gives what the backend says of itself, also strings that are empty")
    func info() throws {
        let backend = DrivenBackend(StubBackend.self)
        var info = picker_backend_info()
        info.struct_size = structSize(of: picker_backend_info.self)
        #expect(backend.table.info(backend.table.context, &info, nil) == PICKER_OK)
        #expect(try info.id.text() == "stub" && info.name.text() == "Stub ✓" && info.version.text() == "1.2.3")
        #expect(info.priority == -5 && info.format_count == 2)
        let facts =
            PICKER_CAPABILITY_QUERY_RATINGS | PICKER_CAPABILITY_QUERY_TEXT | PICKER_CAPABILITY_QUERY_PLACE
            | PICKER_CAPABILITY_QUERY_CONTENT_TYPES | PICKER_CAPABILITY_QUERY_BYTES
        let queries = PICKER_CAPABILITY_QUERY_DATES | PICKER_CAPABILITY_QUERY_FAVORITES | facts
        #expect(info.capabilities == PICKER_CAPABILITY_OBSERVE | PICKER_CAPABILITY_EXACT_SIZE | queries)
        #expect(try info.formats[0].text() == "public.jpeg" && info.formats[1].text() == "")
    }

    @Test("The entry point of a Swift backend gives a table that passes on what the probe found missing, with errno")
    func probe() {
        let backend = DrivenBackend(StubBackend.self)
        #expect(backend.table.probe(backend.table.context, backend.error.pointer) == PICKER_UNSUPPORTED)
        #expect(backend.error.text == "libphotons is missing")
        #expect(backend.error.pointer.pointee.system_errno == 2)
    }

    @Test("The entry point of a Swift backend gives a table that says when a library cannot be opened")
    func openFails() {
        let backend = DrivenBackend(StubBackend.self)
        var library = picker_library()
        #expect(backend.open("/no/such/stub", into: &library) == PICKER_NOT_FOUND)
        #expect(backend.error.text == "/no/such/stub: no such stub")
        #expect(backend.table.open_library(backend.table.context, nil, nil, &library, nil) == PICKER_INVALID_ARGUMENT)
    }
}
