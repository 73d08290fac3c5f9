internal import PhotoModel
internal import PostgresServing

/// What is to be brought in, from where and where to.
package struct IngestOrder: Sendable {
    /// Of the library.
    package var location: String
    /// Of the library, secrets included.
    package var settings: [String: String]
    /// The folder, absolute; or what `s3://BUCKET/PREFIX` names.
    package var from: [UInt8]
    /// Of the S3 that photos come from, where they are not those of the library; secrets included.
    package var sourceSettings: [String: String]
    /// Threads that bring in files at once.
    package var workers: Int
    /// Whether the same files are brought in once for each path that they have.
    package var keepsDuplicates: Bool
    /// Whether photos take the place of those that came from elsewhere under the same path.
    package var replaces: Bool
    /// Whether what is as it was is read all the same.
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

/// What came of it.
package struct IngestReport: Sendable {
    /// Assets of the folder, or groups of objects that may be one.
    package var found = 0
    package var inserted = 0
    package var updated = 0
    package var unchanged = 0
    package var duplicates = 0
    /// What could not be brought in: the path and the reason.
    package var failures: [(path: String, reason: String)] = []
}
