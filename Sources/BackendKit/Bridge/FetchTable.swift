internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// What a `picker_fetch.context` points to. Keeps the library alive, so that a late call gets an answer.
final class FetchContext: Sendable {
    let fetch: any BackendFetch
    let library: LibraryContext

    init(_ fetch: any BackendFetch, of library: LibraryContext) {
        self.fetch = fetch
        self.library = library
    }

    static func run(
        _ context: UnsafeMutableRawPointer?, _ call: UnsafePointer<picker_call>?,
        _ destination: UnsafeMutablePointer<picker_error>?,
        _ body: (any BackendFetch, BackendCall) throws(PhotoError) -> Void
    ) -> picker_status {
        guard let context else { return PICKER_INVALID_ARGUMENT }
        let owner = Unmanaged<FetchContext>.fromOpaque(context).takeUnretainedValue()
        do throws(PhotoError) {
            try body(owner.fetch, owner.library.begin(call))
            return PICKER_OK
        } catch {
            return error.report(to: destination)
        }
    }
}

extension LibraryContext {
    /// Fills the host's fetch table. It holds a reference to its context, which `release` gives up.
    func fill(
        _ destination: UnsafeMutablePointer<picker_fetch>, with fetch: any BackendFetch
    ) throws(PhotoError) {
        let context = Unmanaged.passRetained(FetchContext(fetch, of: self))
        var table = picker_fetch()
        table.struct_size = structSize(of: picker_fetch.self)
        table.context = context.toOpaque()
        table.setFunctions()
        guard boundedFill(destination, with: table) else {
            context.release()
            throw .invalidArgument("fetch has no room")
        }
    }
}

extension picker_fetch {
    fileprivate mutating func setFunctions() {
        count = { context, call, count, error in
            FetchContext.run(context, call, error) { (fetch, call) throws(PhotoError) in
                guard let count else { throw .invalidArgument("count is NULL") }
                count.pointee = UInt64(clamping: try fetch.count(call: call))
            }
        }
        window = { context, offset, length, sink, call, error in
            FetchContext.run(context, call, error) { (fetch, call) throws(PhotoError) in
                try fetch.window(
                    offset: Int(clamping: offset), length: Int(clamping: length), call: call,
                    emit: try assetSink(sink))
            }
        }
        index_of = { context, identifier, call, index, error in
            FetchContext.run(context, call, error) { (fetch, call) throws(PhotoError) in
                guard let index else { throw .invalidArgument("index is NULL") }
                index.pointee = UInt64(
                    clamping: try fetch.index(of: try identifier.required("asset"), call: call))
            }
        }
        release = { context in
            guard let context else { return }
            Unmanaged<FetchContext>.fromOpaque(context).release()
        }
    }
}
