internal import PhotoFolder
internal import PhotoModel
internal import PostgresServing

/// Where photos come from.
protocol IngestSource: Sendable {
    /// What names it in the table of jobs, whatever machine it is read on.
    var name: [UInt8] { get }

    /// A list of what has to be looked at, from the beginning.
    func listing() -> any IngestListing

    /// Reads the assets of a job, and puts their files into the bucket of the library.
    ///
    /// - Parameter isWanted: asked of each asset before its files are sent. One that is not wanted is left out.
    /// - Throws: what is wrong with all of it; what is wrong with one of its files is among the problems.
    func read(
        _ job: Jobs.Job, into objects: ObjectStore, _ cancellation: Cancellation,
        _ isWanted: (NewAsset) throws(PhotoError) -> Bool
    ) throws(PhotoError) -> IngestedFiles
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

/// What came of a job.
struct IngestedFiles {
    var assets: [NewAsset] = []
    /// Files that cannot be brought in: a path, and why.
    var problems: [(path: String, reason: String)] = []
}
