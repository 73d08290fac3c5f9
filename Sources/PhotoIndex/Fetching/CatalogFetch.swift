internal import Foundation
internal import GRDB
internal import PhotoCatalog
package import PhotoModel
internal import Synchronization

/// A fetch result: a state of the catalog, read in windows. Used on many threads at once.
///
/// Neither its order nor the number of its assets changes, whatever becomes of the library. It keeps a list of the days
/// on which there are assets, or four bytes an asset when they are in an order that no index has.
package final class CatalogFetch: Sendable {
    /// Assets that are read at a time.
    private static let batchLength = 256

    private let state: CatalogState
    private let request: FetchRequest
    private let made = Mutex<(any AssetSequence)?>(nil)

    init(_ scope: CatalogScope, _ options: FetchOptions, _ catalog: Catalog) throws(IndexError) {
        let state = try catalog.states.current()
        self.state = state
        request = try state.read(check: {}) { try FetchRequest(scope, options, catalog.root, $0) }
    }

    /// The number of assets.
    package func count<E>(check: () throws(E) -> Void) throws(IndexError) -> Int {
        try sequence(check: check).count
    }

    /// Gives the assets `[offset, offset + length)` in order, fewer at the end, until `emit` returns false.
    ///
    /// `emit` may use the catalog itself.
    package func window<E>(
        offset: Int, length: Int, check: () throws(E) -> Void, emit: (Asset) -> Bool
    ) throws(IndexError) {
        let sequence = try sequence(check: check)
        guard offset >= 0, length > 0, offset < sequence.count else { return }
        let end = offset + min(length, sequence.count - offset)
        for start in stride(from: offset, to: end, by: Self.batchLength) {
            let range = start..<min(end, start + Self.batchLength)
            let assets = try state.read(check: check) { try Asset.read(sequence.ids(range, $0), $0) }
            for asset in assets where !emit(asset) { return }
        }
    }

    /// The index of an asset; nil when it is not in the result.
    package func index<E>(
        of localIdentifier: String, check: () throws(E) -> Void
    ) throws(IndexError) -> Int? {
        try indexes(of: [localIdentifier], check: check)[0]
    }

    /// The indexes of assets; nil for those that are not in the result.
    package func indexes<E>(
        of localIdentifiers: [String], check: () throws(E) -> Void
    ) throws(IndexError) -> [Int?] {
        let sequence = try sequence(check: check)
        let wanted = localIdentifiers.map { text -> Data? in
            LocalIdentifier(text).flatMap { $0.kind == .asset ? Data($0.bytes) : nil }
        }
        return try state.read(check: check) { database in
            let keys = try AssetKey.find(wanted.compactMap(\.self), database)
            let known = wanted.map { identifier in identifier.flatMap { keys[$0] } }
            var positions = try sequence.positions(of: known.compactMap(\.self), database)[...]
            return known.map { $0 == nil ? nil : positions.removeFirst() }
        }
    }

    /// Made when somebody first asks, and once.
    private func sequence<E>(check: () throws(E) -> Void) throws(IndexError) -> any AssetSequence {
        if let known = made.withLock({ $0 }) { return known }
        let make = { (database: Database) throws -> any AssetSequence in
            // Another thread may have made it while this one waited for its turn.
            if let known = self.made.withLock({ $0 }) { return known }
            let sequence = try self.request.sequence(database)
            return self.made.withLock { made in
                made = made ?? sequence
                return made ?? sequence
            }
        }
        return request.isQuick ? try state.read(check: check, make) : try state.readLong(check: check, make)
    }
}

extension Catalog {
    /// Begins a fetch from the state that the catalog is in.
    ///
    /// - Throws: `notFound` when the scope is a collection that there is not.
    package func fetch(_ scope: CatalogScope, _ options: FetchOptions) throws(IndexError) -> CatalogFetch {
        try CatalogFetch(scope, options, self)
    }

    /// The number of assets that a fetch would give, without one.
    package func count<E>(
        _ scope: CatalogScope, _ options: FetchOptions, check: () throws(E) -> Void
    ) throws(IndexError) -> Int {
        try read(check: check) { database in
            try FetchRequest(scope, options, root, database).sequence(database).count
        }
    }
}
