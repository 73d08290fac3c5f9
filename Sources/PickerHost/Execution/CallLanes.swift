/// The threads that call a library's backend, a pool for each kind of call: a call never waits for one of another lane.
struct CallLanes: Sendable {
    /// Albums, fetches and their windows, counts, details, changes: what a page needs to show anything at all. At least two
    /// threads, so that one call that takes long leaves room for others.
    let metadata: ThreadPool
    /// Bytes of originals, and what else opens the file of an asset without making an image of it. At least two threads.
    let media: ThreadPool
    /// Images and posters, by `RequestPriority`.
    let images: ThreadPool
    /// Conversions of videos, which take minutes.
    let conversions: ThreadPool
    /// One thread, so that the library is written to by one call at a time, whatever its generation.
    let writing: ThreadPool

    /// Each has as many threads at most as are said, besides what is said above. Conversions and additions may take as long as
    /// they like.
    init(_ configuration: LibraryConfiguration, threads: Int) {
        let times = configuration.callTimes
        metadata = ThreadPool("lists", limit: max(2, threads), callTime: times.metadata, grace: times.grace)
        media = ThreadPool("originals", limit: max(2, threads), callTime: times.media, grace: times.grace)
        images = ThreadPool(
            "images", limit: threads, callTime: times.images, grace: times.grace,
            budget: MemoryBudget(limit: configuration.imageMemory - configuration.imageCacheMemory), order: .newestFirst
        )
        conversions = ThreadPool("conversions", limit: threads)
        writing = ThreadPool("additions", limit: 1)
    }

    private var all: [ThreadPool] { [metadata, media, images, conversions, writing] }

    /// Lets the threads end once nothing waits for them.
    func shutDown() { for lane in all { lane.shutDown() } }
}
