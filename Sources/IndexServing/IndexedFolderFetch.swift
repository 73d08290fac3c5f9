package import BackendKit
internal import PhotoIndex
package import PhotoModel

/// A fetch result over one state of the index.
package final class IndexedFolderFetch: BackendFetch {
    /// Nil for an album that was created and is still empty.
    private let fetch: IndexFetch?
    private let isLost: @Sendable (any Error) -> Bool

    /// - Parameter isLost: called with each error; says whether the index that was fetched from is lost.
    init(_ fetch: IndexFetch?, isLost: @escaping @Sendable (any Error) -> Bool = { _ in false }) {
        self.fetch = fetch
        self.isLost = isLost
    }

    package func count(call: BackendCall) throws(PhotoError) -> Int {
        guard let fetch else { return 0 }
        return try reading { try fetch.count(cancellation: call.cancellation) }
    }

    package func window(offset: Int, length: Int, call: BackendCall, emit: (Asset) -> Flow) throws(PhotoError) {
        guard let fetch else { return }
        try reading {
            try fetch.window(offset: offset, length: length, cancellation: call.cancellation) { emit($0) == .more }
        }
    }

    package func index(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> Int {
        guard let index = try reading({ try fetch?.index(of: localIdentifier, cancellation: call.cancellation) })
        else {
            throw .notFound("the asset \(localIdentifier) is not in this fetch result")
        }
        return index
    }

    /// Runs a read of the index. If the index is lost, the library has another one now, and the caller has to fetch
    /// again.
    private func reading<Result>(_ body: () throws -> Result) throws(PhotoError) -> Result {
        try indexing {
            do {
                return try body()
            } catch {
                throw isLost(error) ? IndexError.expired : error
            }
        }
    }
}
