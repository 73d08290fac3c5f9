package import BackendKit
internal import PhotoIndex
package import PhotoModel

/// A fetch result over a state of the index.
package final class CatalogLibraryFetch: BackendFetch {
    /// Nil for an album that was made and holds nothing yet.
    private let fetch: CatalogFetch?

    init(_ fetch: CatalogFetch?) { self.fetch = fetch }

    package func count(call: BackendCall) throws(BackendError) -> Int {
        guard let fetch else { return 0 }
        return try indexing { try fetch.count(check: call.check) }
    }

    package func window(offset: Int, length: Int, call: BackendCall, emit: (Asset) -> Flow) throws(BackendError) {
        guard let fetch else { return }
        try indexing {
            try fetch.window(offset: offset, length: length, check: call.check) { emit($0) == .more }
        }
    }

    package func index(of localIdentifier: String, call: BackendCall) throws(BackendError) -> Int {
        guard let index = try indexing({ try fetch?.index(of: localIdentifier, check: call.check) }) else {
            throw .notFound("the asset \(localIdentifier) is not in this fetch result")
        }
        return index
    }
}
