import BackendKit
import PhotoModel
import Platform

/// A backend whose libraries have an index, can be searched and keep a record of changes.
struct IndexedBackend: PhotoBackend {
    static let info = BackendInfo(
        id: "indexed", name: "Indexed", version: "1", priority: 1, capabilities: [.index, .search, .changeDetails],
        formats: [])

    init(host: BackendHost) throws(PhotoError) {}

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> IndexedStub { IndexedStub() }
}

/// Has the capabilities and neither an index nor a search.
struct BoastingBackend: PhotoBackend {
    static let info = IndexedBackend.info

    init(host: BackendHost) throws(PhotoError) {}

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> StubLibrary { throw .closed }
}

/// Has an index and lacks the capability.
struct ModestBackend: PhotoBackend {
    static let info = StubBackend.info

    init(host: BackendHost) throws(PhotoError) {}

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> IndexedStub { throw .closed }
}

final class IndexedStub: EmptyLibrary, IndexedLibrary, SearchableLibrary {
    func refreshIndex(_ mode: IndexMode, call: BackendCall) throws(PhotoError) -> IndexReport {
        var report = IndexReport()
        for file in 1...7 {
            try call.check()
            call.report(file, of: 7)
        }
        report.files = 7
        report.filesRead = mode == .rebuild ? 7 : 1
        report.folders = 2
        report.assets = 5
        report.inserted = 4
        report.updated = 3
        report.removed = 6
        report.diagnostics = -1
        return report
    }

    func search(
        _ text: String, _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> StubFetch {
        guard text != "nothing" else { return StubFetch([]) }
        let name = "\(text) \(scope) \(options.limit ?? 0)"
        return StubFetch([
            Asset(localIdentifier: "1", filename: name, path: AssetPath(name), contentType: "", mediaType: .image)
        ])
    }

    /// What is told since any token.
    static var changes: [LibraryChange] {
        var members = LibraryChange.updated(["album"], of: .collections, token: [])
        members.concernsMembers = true
        return [.inserted(["a", "b"]), members, .removed(["d"], of: .collections), .updated(["c"], token: [9])]
    }

    func changes(since token: [UInt8]?, call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError) {
        guard let token else {
            _ = emit(.current([9]))
            return
        }
        guard token.count == 1 else { throw .invalidArgument("not a token") }
        for change in Self.changes where emit(change) == .stop { return }
    }
}
