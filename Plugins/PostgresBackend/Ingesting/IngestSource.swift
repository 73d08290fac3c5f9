internal import PhotoFolder
internal import PhotoModel
internal import PostgresServing

/// The place that photos come from.
protocol IngestSource: Sendable {
    /// The name of the source in the table of jobs, the same on every machine.
    var name: [UInt8] { get }

    /// A new listing of everything in the source, from the beginning.
    func listing() -> any IngestListing

    /// Finds the assets of a job, with a reader that puts their files into a bucket.
    ///
    /// - Parameter objects: the bucket of the library.
    /// - Throws: an error that concerns the whole job; those of single files are in `FoundAssets.problems`.
    func find(
        _ job: Jobs.Job, for objects: ObjectStore, _ cancellation: Cancellation
    ) throws(PhotoError) -> FoundAssets
}

/// The listing of a source, in batches.
protocol IngestListing {
    /// The next batch, which may be empty; nil after the last one.
    mutating func next(_ cancellation: Cancellation) throws(PhotoError) -> IngestBatch?
}

/// A batch of a listing.
struct IngestBatch {
    /// How many jobs are written to the table at once.
    static let size = 500

    var found: [Jobs.Found] = []
    /// What was found but cannot be ingested: a path and the reason.
    var problems: [(path: String, reason: String)] = []
}

/// The assets of a job, and what reads them.
struct FoundAssets {
    let reader: AssetReader
    let assets: [AssetFiles]
    /// Files that cannot be ingested: a path and the reason.
    var problems: [(path: String, reason: String)] = []
    /// The fetched files that the reader reads, which exist as long as this object; nil if they did not have to be fetched.
    var fetched: FetchedGroup?
}
