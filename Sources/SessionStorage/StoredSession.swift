package import PhotoModel
package import PickingSessions

/// A session that a client asks for.
package struct NewSession: Sendable {
    /// Random, and not used before.
    package let identifier: String
    /// Who asks.
    package let client: Int64
    /// The canonical folder of the library that is picked from.
    package let library: String
    /// What the client says to have no second one made when it asks again; nil: nothing.
    package let requestID: String?
    package let configuration: PickingConfiguration
    /// When it expires if it is still pending.
    package let deadline: Timestamp
    /// When it and what was picked in it is forgotten.
    package let expires: Timestamp

    package init(
        identifier: String, client: Int64, library: String, requestID: String? = nil,
        configuration: PickingConfiguration, deadline: Timestamp, expires: Timestamp
    ) {
        self.identifier = identifier
        self.client = client
        self.library = library
        self.requestID = requestID
        self.configuration = configuration
        self.deadline = deadline
        self.expires = expires
    }
}

/// One asset that was picked, and where.
package struct Pick: Hashable, Sendable {
    package let session: StoredSession
    package let asset: PickedAsset
}

/// A session of a client as it is kept, without what is selected in it.
package struct StoredSession: Hashable, Sendable {
    package let identifier: String
    package let client: Client
    /// The canonical folder of the library that is picked from.
    package let library: String
    package let configuration: PickingConfiguration
    package let state: PickingSession.State
    /// How many assets are selected.
    package let count: Int
    /// Their file sizes, summed.
    package let byteTotal: UInt64
    package let created: Timestamp
    /// When it expires if it is still pending.
    package let deadline: Timestamp
    /// When it and what was picked in it is forgotten.
    package let expires: Timestamp
    /// When it was picked, cancelled, or expired; nil while it is pending.
    package let ended: Timestamp?
}
