internal import PhotoFolder
internal import PhotoModel
internal import PostgresServing

/// Where photos come from.
protocol IngestSource: Sendable {
    /// What names it in the table of jobs, whatever machine it is read on.
    var name: [UInt8] { get }

    /// A list of what has to be looked at, from the beginning.
    func listing() -> any IngestListing

    /// Finds the assets of a job, for a reader that puts their files into a bucket.
    ///
    /// - Parameter objects: the bucket of the library.
    /// - Throws: what is wrong with all of it; what is wrong with one of its files is among the problems.
    func find(
        _ job: Jobs.Job, for objects: ObjectStore, _ cancellation: Cancellation
    ) throws(PhotoError) -> FoundAssets
}

/// What a source lists, some at a time.
protocol IngestListing {
    /// The next of it; nil after the last.
    mutating func next(_ cancellation: Cancellation) throws(PhotoError) -> IngestBatch?
}

/// A piece of a list.
struct IngestBatch {
    /// As many as are written to the table at once.
    static let size = 500

    var found: [Jobs.Found] = []
    /// What was met on the way and cannot be brought in: a path, and why.
    var problems: [(path: String, reason: String)] = []
}

/// What there is to read for a job.
struct FoundAssets {
    let reader: AssetReader
    let assets: [AssetFiles]
    /// Files that cannot be brought in: a path, and why.
    var problems: [(path: String, reason: String)] = []
    /// What the reader reads from, where it was fetched for it: it is there as long as this.
    var fetched: FetchedGroup?
}
