public import PhotoModel

/// One change of the result of a fetch.
public struct FetchResultChange: Sendable {
    /// The result after the change.
    public let result: FetchResult
    /// What a list view has to do to get there from the result before; nil when it has to be read again.
    public let details: ChangeDetails?
}

/// The results of a fetch, one after the other, as the library changes. Changes that happen before the caller asks for the
/// next one are combined. It ends when its task is cancelled and when the library is closed. Iterate it once.
public struct FetchResultChanges: AsyncSequence, Sendable {
    /// One change at a time.
    public typealias Element = FetchResultChange
    /// The errors that fetching throws.
    public typealias Failure = PhotoError

    let library: PhotoLibrary
    let first: FetchResult
    /// Of `first`, where its backend does not name changes.
    let listing: AssetListing?
    let events: AsyncStream<LibraryChange>

    /// Reads the changes. Call it once.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            library: library, current: first, listing: listing, events: events.makeAsyncIterator(), isFresh: true)
    }

    /// Gives one change after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let library: PhotoLibrary
        var current: FetchResult
        var listing: AssetListing?
        var events: AsyncStream<LibraryChange>.AsyncIterator
        /// Whether what changed before the first event still has to be looked for.
        var isFresh: Bool

        /// The next change; nil when the task is cancelled or the library closed.
        public mutating func next() async throws(PhotoError) -> FetchResultChange? {
            try await next(isolation: nil)
        }

        /// The next change; nil when the task is cancelled or the library closed.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(PhotoError) -> FetchResultChange?
        {
            var failures = 0
            while true {
                if !isFresh, await events.next(isolation: actor) == nil { return nil }
                isFresh = false
                do throws(PhotoError) {
                    if let change = try await step(isolation: actor) { return change }
                    failures = 0
                } catch {
                    if library.isClosed || Task.isCancelled { return nil }
                    failures += 1
                    guard Self.mayPass(error), failures <= Self.patience.count else { throw error }
                    // Looked at again without waiting for the next event, which may never come.
                    try? await Task.sleep(for: .milliseconds(Self.patience[failures - 1]))
                    isFresh = true
                }
            }
        }

        /// In milliseconds: a worker that was killed, a disk that was full, an index that is made again.
        private static let patience = [100, 250, 500, 1000, 2000, 5000, 5000, 5000]

        /// Whether an error may be gone a moment later.
        private static func mayPass(_ error: PhotoError) -> Bool {
            if [.internal, .closed, .noSpace].contains(error.status) { return true }
            return error.status.kind == .transient && error.status != .cancelled
        }

        /// Fetches again and compares; nil when this fetch gives what it gave before.
        private mutating func step(
            isolation actor: isolated (any Actor)?
        ) async throws(PhotoError) -> FetchResultChange? {
            if let token = current.token, library.isCurrent(current.generation),
                let changes = try await current.changes(since: token), current.isUntouched(by: changes)
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
            if next.token != nil {
                do throws(PhotoError) {
                    return (isSame ? try await next.namedChanges(since: current) : nil, nil)
                } catch {
                    // What was fetched before went with its worker or its index: all is new.
                    guard error.status == .closed || error.status == .changed, !library.isClosed else { throw error }
                    return (nil, nil)
                }
            }
            let listing = try await AssetListing(next)
            guard isSame, let listing, let before = self.listing else { return (nil, listing) }
            return (before.details(to: listing), listing)
        }
    }
}
