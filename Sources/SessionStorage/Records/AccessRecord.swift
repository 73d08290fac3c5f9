package import PhotoModel

/// One record of what was given to whom, and when. It outlives the client, the session and the grant.
package struct AccessRecord: Hashable, Sendable {
    /// What happened. The raw values are stored in files and used in JSON.
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
    /// The library's folder or address; nil if the event is not about a library.
    package let library: String?
    /// The title of the album, or the name of the file, that was granted; nil for other events.
    package let title: String?
    /// How many assets were picked; 0 for all other events.
    package let count: Int
    /// The sum of their file sizes.
    package let byteTotal: UInt64
}

/// An asset that was picked, as records name it.
package struct RecordedItem: Hashable, Encodable, Sendable {
    package let localIdentifier: String
    /// The name of its file when it was picked; empty if it was not known.
    package let filename: String
}
