internal import PhotoModel
internal import PostgresServing

/// What is to be brought in, from where and where to.
package struct IngestOrder: Sendable {
    /// Of the library.
    package var location: String
    /// Of the library, secrets included.
    package var settings: [String: String]
    /// The folder, absolute.
    package var folder: [UInt8]
    /// Threads that bring in files at once.
    package var workers: Int
    /// Whether the same files are brought in once for each path that they have.
    package var keepsDuplicates: Bool

    package init(
        location: String, settings: [String: String], folder: [UInt8], workers: Int, keepsDuplicates: Bool
    ) {
        (self.location, self.settings, self.folder) = (location, settings, folder)
        (self.workers, self.keepsDuplicates) = (workers, keepsDuplicates)
    }
}

/// What came of it.
package struct IngestReport: Sendable {
    /// Assets that were found in the folder and had to be looked at.
    package var found = 0
    package var inserted = 0
    package var updated = 0
    package var unchanged = 0
    package var duplicates = 0
    /// What could not be brought in: the path and the reason.
    package var failures: [(path: String, reason: String)] = []
}
