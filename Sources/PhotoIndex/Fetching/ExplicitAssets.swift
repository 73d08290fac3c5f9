internal import Foundation
internal import GRDB
internal import PhotoFolder
internal import PhotoModel

/// Finds assets that the caller names: each once, in the caller's order. Unknown ones are left out.
enum ExplicitAssets {
    static func ids(
        of identifiers: [String], _ plan: FetchPlan, _ kinds: KindList, _ moments: ClosedRange<Int64>,
        _ database: Database
    ) throws -> [Int64] {
        let wanted = identifiers.compactMap { LocalIdentifier($0) }.filter { $0.kind == .asset }
        return try ids(wanted.map { Data($0.bytes) }, kinds, moments, database)
    }

    static func ids(
        ofFiles paths: [AssetPath], _ plan: FetchPlan, _ kinds: KindList, _ moments: ClosedRange<Int64>,
        _ database: Database, cancellation: Cancellation
    ) throws -> [Int64] {
        let search = FileSearch(root: plan.root, database: database)
        let identifiers = try paths.compactMap { path in
            // The statements are too short to be interrupted, and a path that is not known is looked up in the storage.
            try cancellation.checkIndexing()
            return try search.identifier(ofFile: path.bytes)
        }
        return try ids(identifiers, kinds, moments, database)
    }

    private static func ids(
        _ identifiers: [Data], _ kinds: KindList, _ moments: ClosedRange<Int64>, _ database: Database
    ) throws -> [Int64] {
        var seen: Set<Data> = []
        let wanted = identifiers.filter { seen.insert($0).inserted }
        let keys = try AssetKey.find(wanted, database)
        return wanted.compactMap { keys[$0] }
            .filter { kinds.contains($0.kind) && moments.contains($0.created) }
            .map(\.id)
    }
}
