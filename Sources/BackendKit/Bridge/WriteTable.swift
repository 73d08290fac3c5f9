internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// `org.picker.write/1`. One table for all libraries: its functions take the library's context.
enum WriteTable {
    // Unsafe: written once, here, and never freed, for a table must not change (R6.4).
    nonisolated(unsafe) static let pointer: UnsafePointer<picker_write_v1> = {
        let table = UnsafeMutablePointer<picker_write_v1>.allocate(capacity: 1)
        table.initialize(to: picker_write_v1())
        table.pointee.struct_size = structSize(of: picker_write_v1.self)
        table.pointee.setFunctions()
        return UnsafePointer(table)
    }()
}

extension picker_write_v1 {
    fileprivate mutating func setFunctions() {
        add = { context, request, sink, call, error in
            LibraryContext.write(context, call, error) { (library, call) throws(PhotoError) in
                let request = try argument(request, picker_add_request(), "request")
                let emit = try assetSink(sink)
                _ = emit(try library.add(try request.request(), call: call))
            }
        }
        create_album = { context, title, sink, call, error in
            LibraryContext.write(context, call, error) { (library, call) throws(PhotoError) in
                let emit = try collectionSink(sink)
                _ = emit(try library.createAlbum(title: try title.required("title"), call: call))
            }
        }
    }
}

extension LibraryContext {
    /// `run` for a library that can be written to.
    fileprivate static func write(
        _ context: UnsafeMutableRawPointer?, _ call: UnsafePointer<picker_call>?,
        _ destination: UnsafeMutablePointer<picker_error>?,
        _ body: (any WritableLibrary, BackendCall) throws(PhotoError) -> Void
    ) -> picker_status {
        run(context, call, destination) { (library, call) throws(PhotoError) in
            guard let library = library as? any WritableLibrary else {
                throw .unsupported("this library cannot be added to")
            }
            try body(library, call)
        }
    }
}

extension picker_add_request {
    fileprivate func request() throws(PhotoError) -> AddRequest {
        guard let read else { throw .invalidArgument("the request has no read") }
        let name = try filename.required("filename")
        let context = source_context
        return AddRequest(
            filename: name, collection: try collection.text("collection"),
            byteSize: flags & PICKER_ADD_HAS_SIZE == 0 ? nil : Int64(clamping: byte_size)
        ) { (count) throws(PhotoError) in
            var status = PICKER_OK
            var length: UInt64 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                status = read(context, buffer.baseAddress, UInt64(buffer.count), &length)
                filled = status == PICKER_OK ? Int(min(length, UInt64(buffer.count))) : 0
            }
            guard status == PICKER_OK else {
                throw PhotoError(PhotoStatus(rawValue: status), "\(name): no more bytes")
            }
            guard length <= UInt64(count) else {
                throw .invalidArgument("the source gave more bytes than there is room")
            }
            return bytes
        }
    }
}
