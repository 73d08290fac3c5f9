internal import PhotoModel
internal import Platform

/// Which assets are in the collections that are granted, so that whether an asset is granted is known without asking the
/// backend: what takes as long for an asset of another album as for none tells nothing of it.
///
/// Read again when the library has changed, and from time to time in any case, since not every backend reports changes.
package actor CollectionMembers {
    private struct Listing {
        let members: Task<Result<Set<String>, PhotoError>, Never>
        /// The changes of the library that had been reported before it was read.
        let changeCount: Int
        let began: UInt64
        /// How many identifiers it has; 0 until it is read.
        var count = 0
    }

    /// Nanoseconds.
    private static let shortestAge: UInt64 = 5_000_000_000
    /// A listing is good for so many times as long as it took: reading a large album must not become all that is done.
    private static let ageByDuration: UInt64 = 20
    private static let windowLength = 1000
    /// Of one collection: their identifiers take some gigabytes of memory.
    private static let mostMembers = 20_000_000
    /// Collections that are kept in any case; more are kept up to `mostMembers` in all. Each image that is requested asks all
    /// collections that are granted: if fewer were kept than there are, each of them would be listed again for each image.
    private static let fewest = 64

    private let library: PhotoLibrary
    private var listings: [String: Listing] = [:]
    private var durations: [String: UInt64] = [:]
    /// The members of all listings that were read.
    private var keptCount = 0

    package init(of library: PhotoLibrary) { self.library = library }

    /// The identifiers of the assets of a collection; none when it does not exist.
    func members(of collection: String) async throws(PhotoError) -> Set<String> {
        let listing = current(collection) ?? begin(collection)
        let result = await listing.members.value
        durations[collection] = durations[collection] ?? MonotonicTime.now - listing.began
        if listings[collection]?.began == listing.began { note(result, of: collection) }
        return try result.get()
    }

    private func note(_ result: Result<Set<String>, PhotoError>, of collection: String) {
        switch result {
        case .failure: forget(collection)
        case .success(let members):
            keptCount += members.count - (listings[collection]?.count ?? 0)
            listings[collection]?.count = members.count
        }
    }

    private func forget(_ collection: String) {
        keptCount -= listings.removeValue(forKey: collection)?.count ?? 0
    }

    /// What was listed of a collection is granted, also where no change of the library was reported.
    func saw(_ assets: [Asset], in collection: String) async {
        guard let listing = listings[collection], case .success(let known) = await listing.members.value,
            assets.contains(where: { !known.contains($0.localIdentifier) }),
            listings[collection]?.began == listing.began
        else { return }
        forget(collection)
    }

    private func current(_ collection: String) -> Listing? {
        guard let listing = listings[collection], listing.changeCount == library.changes.count else { return nil }
        let age = max(Self.shortestAge, (durations[collection] ?? 0) * Self.ageByDuration)
        return MonotonicTime.now - listing.began < age ? listing : nil
    }

    private func begin(_ collection: String) -> Listing {
        forget(collection)
        while listings.count >= Self.fewest, keptCount > Self.mostMembers,
            let oldest = listings.min(by: { $0.value.began < $1.value.began })?.key
        {
            forget(oldest)
            durations[oldest] = nil
        }
        durations[collection] = nil
        let (changeCount, library) = (library.changes.count, library)
        let listing = Listing(
            // It goes on when the one who asked is gone: others ask for the same.
            members: Task {
                do throws(PhotoError) {
                    return .success(try await Self.read(collection, library))
                } catch {
                    return error.status == .notFound ? .success([]) : .failure(error)
                }
            }, changeCount: changeCount, began: MonotonicTime.now)
        listings[collection] = listing
        return listing
    }

    private static func read(_ collection: String, _ library: PhotoLibrary) async throws(PhotoError) -> Set<String> {
        let result = try await library.fetch(.collection(collection))
        var members: Set<String> = []
        var reading = result.reading(limit: mostMembers)
        while true {
            let assets = try await result.window(offset: reading.offset, length: windowLength)
            try reading.add(assets)
            members.formUnion(assets.lazy.map(\.localIdentifier))
            if assets.count < windowLength { return members }
        }
    }
}
