package import PhotoModel
package import PickingSessions

/// A new session of a client.
package struct NewSession: Sendable {
    /// Random, and never used before.
    package let identifier: String
    /// The identifier of the client.
    package let client: Int64
    /// The canonical folder of the library that is picked from.
    package let library: String
    /// What identifies the client's request, so that repeating it makes no second session; nil if the client did not
    /// say.
    package let requestID: String?
    package let configuration: PickingConfiguration
    /// What is selected when its page opens, by the rules of the configuration.
    package let selection: AssetSelection
    /// How many assets the client asked to be selected, whether or not they are in the library: it must not find that out.
    package let preselected: Int
    /// When it expires if it is still pending.
    package let deadline: Timestamp
    /// When it is deleted with what was picked in it.
    package let expires: Timestamp

    package init(
        identifier: String, client: Int64, library: String, requestID: String? = nil,
        configuration: PickingConfiguration, selection: AssetSelection = AssetSelection(), preselected: Int = 0,
        deadline: Timestamp, expires: Timestamp
    ) {
        self.identifier = identifier
        self.client = client
        self.library = library
        self.requestID = requestID
        self.configuration = configuration
        self.selection = selection
        self.preselected = preselected
        self.deadline = deadline
        self.expires = expires
    }
}

/// An asset that was picked, and its session.
package struct Pick: Hashable, Sendable {
    package let session: StoredSession
    package let asset: PickedAsset
}

/// A stored session of a client, without its selection.
package struct StoredSession: Hashable, Sendable {
    package let identifier: String
    package let client: Client
    /// The canonical folder of the library that is picked from.
    package let library: String
    package let configuration: PickingConfiguration
    package let state: PickingSession.State
    /// The number of selected assets.
    package let count: Int
    /// The sum of their file sizes.
    package let byteTotal: UInt64
    package let created: Timestamp
    /// When it expires if it is still pending.
    package let deadline: Timestamp
    /// When it is deleted with what was picked in it.
    package let expires: Timestamp
    /// When it was picked, cancelled, or expired; nil while it is pending.
    package let ended: Timestamp?
}
