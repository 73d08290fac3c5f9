public import PhotoModel

/// One change of what a fetch gives.
public struct FetchResultChange: Sendable {
    /// The state after the change.
    public let result: FetchResult
    /// How to get there from the listing before; nil: read it anew.
    public let details: ChangeDetails?
}

/// The states of a fetch, one after the other, as the library changes. Changes that come while nobody asks for the next
/// one come as one. Ends when its task is cancelled and when the library is closed; to be iterated once.
public struct FetchResultChanges: AsyncSequence, Sendable {
    public typealias Element = FetchResultChange
    public typealias Failure = PhotoError

    let library: PhotoLibrary
    let first: FetchResult
    /// Of `first`, where its backend does not name changes.
    let listing: AssetListing?
    let events: AsyncStream<LibraryChange>

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            library: library, current: first, listing: listing, events: events.makeAsyncIterator(), isFresh: true)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let library: PhotoLibrary
        var current: FetchResult
        var listing: AssetListing?
        var events: AsyncStream<LibraryChange>.AsyncIterator
        /// Whether what changed before the first event still has to be looked for.
        var isFresh: Bool

        public mutating func next() async throws(PhotoError) -> FetchResultChange? {
            try await next(isolation: nil)
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(PhotoError) -> FetchResultChange?
        {
            while true {
                if !isFresh, await events.next(isolation: actor) == nil { return nil }
                isFresh = false
                do throws(PhotoError) {
                    if let change = try await step(isolation: actor) { return change }
                } catch {
                    if error.status == .closed || Task.isCancelled { return nil }
                    throw error
                }
            }
        }

        /// Fetches again and compares; nil when this fetch gives what it gave before.
        private mutating func step(
            isolation actor: isolated (any Actor)?
        ) async throws(PhotoError) -> FetchResultChange? {
            if let token = current.token, library.isCurrent(current.generation),
                try await current.changes(since: token)?.isEmpty == true
            {
                return nil
            }
            let next = try await library.fetch(current.request)
            let (details, listing) = try await compare(next, isolation: actor)
            current = next
            self.listing = listing
            return details?.isEmpty == true ? nil : FetchResultChange(result: next, details: details)
        }

        private func compare(
            _ next: FetchResult, isolation actor: isolated (any Actor)?
        ) async throws(PhotoError) -> (ChangeDetails?, AssetListing?) {
            let isSame = next.generation === current.generation
            if next.token != nil { return (isSame ? try await next.namedChanges(since: current) : nil, nil) }
            let listing = try await AssetListing(next)
            guard isSame, let listing, let before = self.listing else { return (nil, listing) }
            return (before.details(to: listing), listing)
        }
    }
}
