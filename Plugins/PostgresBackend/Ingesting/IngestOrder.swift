internal import PhotoModel
internal import PostgresServing

/// What to ingest, from where and to where.
package struct IngestOrder: Sendable {
    /// The address of the library.
    package var location: String
    /// The settings of the library, including secrets.
    package var settings: [String: String]
    /// The absolute path of a folder, or `s3://BUCKET/PREFIX`.
    package var from: [UInt8]
    /// The settings of the S3 that photos come from, if they differ from those of the library; including secrets.
    package var sourceSettings: [String: String]
    /// The number of threads.
    package var workers: Int
    /// Whether equal files are ingested once for each of their paths.
    package var keepsDuplicates: Bool
    /// Whether photos replace those that came from another source and have the same path.
    package var replaces: Bool
    /// Whether files are read again even if they have not changed since the last run.
    package var readsAgain: Bool

    package init(
        location: String, settings: [String: String], from: [UInt8], sourceSettings: [String: String] = [:],
        workers: Int, keepsDuplicates: Bool, replaces: Bool, readsAgain: Bool = false
    ) {
        (self.location, self.settings, self.from, self.sourceSettings) = (location, settings, from, sourceSettings)
        (self.workers, self.keepsDuplicates, self.replaces) = (workers, keepsDuplicates, replaces)
        self.readsAgain = readsAgain
    }
}

/// The result of an ingest.
package struct IngestReport: Sendable {
    /// The number of assets in the folder, or of groups of objects that may be an asset.
    package var found = 0
    package var inserted = 0
    package var updated = 0
    package var unchanged = 0
    package var duplicates = 0
    /// The files that could not be ingested: the path and the reason.
    package var failures: [(path: String, reason: String)] = []
}
