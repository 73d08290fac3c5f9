internal import Foundation
internal import GRDB
internal import PhotoFolder
package import PhotoModel
internal import Platform

/// A fetch result that reads windows of one state of the index. Many threads may use it at once.
///
/// Its order and the number of its assets never change, even when the library does. It keeps a list of the days that
/// have assets; or, in an order that no index of the database has, four bytes for each asset.
package final class IndexFetch: Sendable {
    /// How many assets are read at a time.
    private static let batchLength = 256

    private let state: IndexSnapshot
    private let plan: FetchPlan
    private let made = Mutex<(any AssetSequence)?>(nil)

    init(_ scope: IndexScope, _ options: FetchOptions, _ photoIndex: PhotoIndexDatabase) throws(IndexError) {
        let state = try photoIndex.states.current()
        self.state = state
        plan = try state.read(cancellation: .never) { try FetchPlan(scope, options, photoIndex.root, $0) }
    }

    /// The number of assets.
    package func count(cancellation: Cancellation = .never) throws(IndexError) -> Int {
        try sequence(cancellation: cancellation).count
    }

    /// Passes the assets `[offset, offset + length)` to `emit` in order, fewer at the end, until it returns false.
    ///
    /// `emit` may use the index.
    package func window(
        offset: Int, length: Int, cancellation: Cancellation = .never, emit: (Asset) -> Bool
    ) throws(IndexError) {
        let sequence = try sequence(cancellation: cancellation)
        guard offset >= 0, length > 0, offset < sequence.count else { return }
        let end = offset + min(length, sequence.count - offset)
        for start in stride(from: offset, to: end, by: Self.batchLength) {
            let range = start..<min(end, start + Self.batchLength)
            let assets = try state.read(cancellation: cancellation) { try Asset.read(sequence.ids(range, $0), $0) }
            for asset in assets where !emit(asset) { return }
        }
    }

    /// The index of an asset; nil if it is not in the result.
    package func index(
        of localIdentifier: String, cancellation: Cancellation = .never
    ) throws(IndexError) -> Int? {
        try indexes(of: [localIdentifier], cancellation: cancellation)[0]
    }

    /// The indexes of assets; nil for those that are not in the result.
    package func indexes(
        of localIdentifiers: [String], cancellation: Cancellation = .never
    ) throws(IndexError) -> [Int?] {
        let sequence = try sequence(cancellation: cancellation)
        let wanted = localIdentifiers.map { text -> Data? in
            LocalIdentifier(text).flatMap { $0.kind == .asset ? Data($0.bytes) : nil }
        }
        return try state.read(cancellation: cancellation) { database in
            let keys = try AssetKey.find(wanted.compactMap(\.self), database)
            let known = wanted.map { identifier in identifier.flatMap { keys[$0] } }
            var positions = try sequence.positions(of: known.compactMap(\.self), database)[...]
            return known.map { $0 == nil ? nil : positions.removeFirst() }
        }
    }

    /// The assets in their order. The sequence is made when it is first needed.
    private func sequence(cancellation: Cancellation) throws(IndexError) -> any AssetSequence {
        if let known = made.withLock({ $0 }) { return known }
        let make = { (database: Database) throws -> any AssetSequence in
            // Another thread may have made it while this one waited.
            if let known = self.made.withLock({ $0 }) { return known }
            let sequence = try self.plan.sequence(database, cancellation: cancellation)
            return self.made.withLock { made in
                made = made ?? sequence
                return made ?? sequence
            }
        }
        return plan.isQuick
            ? try state.read(cancellation: cancellation, make) : try state.readLong(cancellation: cancellation, make)
    }
}

extension PhotoIndexDatabase {
    /// Begins a fetch from the current state of the index.
    ///
    /// - Throws: `notFound` when the scope is a collection that does not exist.
    package func fetch(_ scope: IndexScope, _ options: FetchOptions) throws(IndexError) -> IndexFetch {
        try IndexFetch(scope, options, self)
    }

    /// The number of assets that a fetch would have, without fetching.
    package func count(
        _ scope: IndexScope, _ options: FetchOptions, cancellation: Cancellation = .never
    ) throws(IndexError) -> Int {
        try read(cancellation: cancellation) { database in
            try FetchPlan(scope, options, root, database).sequence(database, cancellation: cancellation).count
        }
    }
}
