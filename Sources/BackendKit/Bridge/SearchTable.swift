internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// `org.picker.search/1`.
enum SearchTable {
    // Unsafe: written once, here, and never freed, for a table must not change (R6.4).
    nonisolated(unsafe) static let pointer: UnsafePointer<picker_search_v1> = {
        let table = UnsafeMutablePointer<picker_search_v1>.allocate(capacity: 1)
        table.initialize(to: picker_search_v1())
        table.pointee.struct_size = structSize(of: picker_search_v1.self)
        table.pointee.search = { context, text, request, call, fetch, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                guard let library = library as? any SearchableLibrary else {
                    throw .unsupported("this library cannot be searched")
                }
                let request = try argument(request, picker_fetch_request(), "request")
                guard let fetch else { throw .invalidArgument("fetch is NULL") }
                let owner = try LibraryContext.owner(of: context)
                let options = try owner.options(of: request)
                let result = try library.begin(try text.required("text"), try request.scope(), options, call: call)
                try owner.fill(fetch, with: result)
            }
        }
        return UnsafePointer(table)
    }()
}

extension SearchableLibrary {
    /// `search` with its type erased.
    fileprivate func begin(
        _ text: String, _ scope: FetchScope, _ options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> any BackendFetch {
        try search(text, scope, options: options, call: call)
    }
}
