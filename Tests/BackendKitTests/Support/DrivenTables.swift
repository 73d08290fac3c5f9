import ABIMemory
import BackendAPI
import BackendKit
import PhotoModel

/// Room for an error, and the host's side of reading it.
final class ErrorBuffer {
    private let message: UnsafeMutableBufferPointer<CChar>
    let pointer = UnsafeMutablePointer<picker_error>.allocate(capacity: 1)

    init(capacity: Int = 200) {
        message = .allocate(capacity: max(1, capacity + 8))
        message.initialize(repeating: 0x7E)
        pointer.initialize(to: picker_error())
        pointer.pointee.struct_size = structSize(of: picker_error.self)
        pointer.pointee.message_capacity = UInt32(capacity)
        pointer.pointee.message = capacity == 0 ? nil : message.baseAddress
    }

    deinit {
        message.deallocate()
        pointer.deallocate()
    }

    var bytes: [UInt8] { message.prefix(Int(pointer.pointee.message_length)).map { UInt8(bitPattern: $0) } }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Whether nothing was written after the message.
    var isIntactBehindMessage: Bool { message.dropFirst(bytes.count).allSatisfy { $0 == 0x7E } }
}

/// A backend made through its entry point, as a host would make it.
final class DrivenBackend {
    var table = picker_backend()
    let error = ErrorBuffer()
    let status: picker_status

    init<Backend: PhotoBackend>(_ type: Backend.Type, host: UnsafePointer<picker_host>? = nil) {
        var request = picker_entry_request()
        request.struct_size = structSize(of: picker_entry_request.self)
        request.host = host
        table.struct_size = structSize(of: picker_backend.self)
        status = BackendEntry.run(type, &request, &table, error.pointer)
    }

    deinit { if status == PICKER_OK { table.destroy(table.context) } }

    func open(_ root: String, into library: inout picker_library) -> picker_status {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        var request = picker_open_request()
        request.struct_size = structSize(of: picker_open_request.self)
        request.location = arena.bytes(Array(root.utf8))
        library.struct_size = structSize(of: picker_library.self)
        return table.open_library(table.context, &request, nil, &library, error.pointer)
    }
}

/// A library opened through the table; closed with the object, unless the test did so.
final class DrivenLibrary {
    let backend: DrivenBackend
    var table = picker_library()
    let error = ErrorBuffer()
    let arena = RecordArena()
    private var isClosed = false

    convenience init(_ root: String) throws { try self.init(root, of: StubBackend.self) }

    init<Backend: PhotoBackend>(_ root: String, of type: Backend.Type) throws {
        backend = DrivenBackend(type)
        guard backend.open(root, into: &table) == PICKER_OK else { throw Refused(message: backend.error.text) }
    }

    struct Refused: Error, Equatable { let message: String }

    deinit { close() }

    func close() {
        if isClosed { return }
        isClosed = true
        table.begin_shutdown(table.context)
        table.close(table.context)
    }

    /// What `changes_since` emits, until there are `limit`.
    func changes(since token: [UInt8]?, limit: Int = .max) throws -> [LibraryChange] {
        let heard = HeardChanges(limit: limit)
        var sink = heard.sink
        let status = table.changes_since(table.context, arena.bytes(token), &sink, nil, error.pointer)
        guard status == PICKER_OK else { throw Refused(message: error.text) }
        return heard.changes
    }

    func fetch(into fetch: inout picker_fetch) -> picker_status {
        var request = picker_fetch_request()
        request.struct_size = structSize(of: picker_fetch_request.self)
        fetch.struct_size = structSize(of: picker_fetch.self)
        return table.fetch(table.context, &request, nil, &fetch, error.pointer)
    }
}
