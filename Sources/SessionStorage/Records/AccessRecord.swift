package import PhotoModel

/// One line of what was given to whom, and when. It stays even when client, session and grant are gone.
package struct AccessRecord: Hashable, Sendable {
    /// What happened. Raw values are in files and in JSON.
    package enum Event: String, Sendable, CaseIterable {
        case clientAdded = "client-added"
        case clientRevoked = "client-revoked"
        /// The owner picked assets for the client.
        case picked
        /// The owner granted an asset or an album.
        case granted
        case grantRevoked = "grant-revoked"
    }

    /// Grows with time.
    package let identifier: Int64
    package let time: Timestamp
    package let event: Event
    /// The client's name.
    package let client: String
    /// The library's folder or address; nil where the event is about none.
    package let library: String?
    /// The title of the album, or the name of the file, that was granted; nil: none was.
    package let title: String?
    /// How many assets were picked; 0 for all other events.
    package let count: Int
    /// Their file sizes, summed.
    package let byteTotal: UInt64
}

/// An asset that was picked, as the records name it.
package struct RecordedItem: Hashable, Encodable, Sendable {
    package let localIdentifier: String
    /// Of its file when it was picked; empty where that was not known.
    package let filename: String
}
