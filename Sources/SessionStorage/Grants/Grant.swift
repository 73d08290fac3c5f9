package import PhotoModel

/// What a client may see of a library until it is revoked, without being picked each time.
package struct Grant: Hashable, Sendable {
    /// What is granted.
    package enum Subject: Hashable, Sendable {
        /// One asset, by its identifier.
        case asset(String)
        /// A collection, by its identifier, with what is in it at the time of each request.
        case collection(String)
    }

    /// Identifiers are never used again.
    package let identifier: Int64
    package let client: Client
    /// The canonical folder, or the address, of the library.
    package let library: String
    package let subject: Subject
    /// The file's name or the album's title when it was granted, for people to read.
    package let title: String
    package let given: Timestamp
}

/// A grant that the owner gives.
package struct NewGrant: Sendable {
    package let client: Int64
    package let library: String
    package let subject: Grant.Subject
    package let title: String

    package init(client: Int64, library: String, subject: Grant.Subject, title: String) {
        self.client = client
        self.library = library
        self.subject = subject
        self.title = title
    }
}
