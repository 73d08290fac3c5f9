internal import BackendKit
internal import PhotoFolder
internal import PhotoModel
internal import Platform

/// A fetch result that traverses the library only as far as it is read.
final class LegacyGroupFetch: BackendFetch {
    /// How many assets are read between two checks for cancellation, and in one piece of the traversal: a few
    /// milliseconds.
    private static let batchLength = 64

    private let assets: FoundAssets
    private let library: LegacyGroupLibrary
    /// The most assets; the traversal does not go further.
    private let limit: Int
    /// The collection that this fetch counts; nil if it has only a part of one.
    private let countedCollection: LocalIdentifier?
    /// Its number among the fetches of the library.
    private let number: Int

    init(_ assets: FoundAssets, of library: LegacyGroupLibrary, limit: Int?, counts collection: LocalIdentifier?) {
        self.assets = assets
        self.library = library
        self.limit = limit ?? .max
        countedCollection = collection
        number = library.memory.withLock { $0.counts.begin() }
    }

    func count(call: BackendCall) throws(PhotoError) -> Int {
        if limit < .max { return try countOfFirst(call) }
        let count = try call.run(assets.count)
        if let countedCollection {
            library.memory.withLock { $0.counts.note(count, of: countedCollection, by: number) }
        }
        return count
    }

    /// Counts assets up to the limit.
    private func countOfFirst(_ call: BackendCall) throws(PhotoError) -> Int {
        var count = 0
        while count < limit {
            let wanted = min(limit - count, Self.batchLength)
            let batch = try call.run { (cancellation) throws(Cancellation.Reason) in
                try assets.assets(from: count, length: wanted, cancellation: cancellation)
            }
            count += batch.count
            if batch.count < wanted { break }
        }
        return count
    }

    func window(offset: Int, length: Int, call: BackendCall, emit: (Asset) -> Flow) throws(PhotoError) {
        var position = offset
        var rest = min(length, max(limit - offset, 0))
        while rest > 0 {
            let batch = try call.run { (cancellation) throws(Cancellation.Reason) in
                try assets.assets(from: position, length: min(rest, Self.batchLength), cancellation: cancellation)
            }
            var records = AssetRecords(library.root)
            for files in batch {
                try call.check()
                if emit(records.assetOrPlaceholder(files)) == .stop { return }
            }
            guard batch.count == min(rest, Self.batchLength) else { return }
            position += batch.count
            rest -= batch.count
        }
    }

    func index(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> Int {
        guard let identifier = LocalIdentifier(localIdentifier),
            let position = try call.run({ (cancellation) throws(Cancellation.Reason) in
                try assets.position(of: identifier, cancellation: cancellation)
            }), position < limit
        else { throw .notFound("the asset \(localIdentifier) is not in this fetch result") }
        return position
    }
}
