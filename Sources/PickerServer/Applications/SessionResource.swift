internal import PhotoModel
internal import PickingSessions
internal import SessionStorage

/// A session as its client reads it, in Google's form.
struct SessionResource: Encodable {
    struct Polling: Encodable {
        let pollInterval: String
        /// How long to go on polling; `0s` when there is nothing more to wait for.
        let timeoutIn: String
    }

    struct PickingConfig: Encodable {
        let maxItemCount: String
    }

    /// What Google's interface does not have.
    struct Extension: Encodable {
        /// `pending`, `picked`, `cancelled` or `expired`.
        let state: String
        let minItemCount: Int
        let mediaFilter: String
        let ordered: Bool
        let representationMode: String
        let wholeAlbums: Bool
        /// How many assets were picked; 0 while the session is pending.
        let itemCount: Int
        /// The sum of their file sizes.
        let byteTotal: UInt64
    }

    let id: String
    let pickerUri: String
    /// Absent when the session is picked.
    let pollingConfig: Polling?
    let expireTime: String
    let pickingConfig: PickingConfig
    let mediaItemsSet: Bool
    let picker: Extension

    /// - Parameters:
    ///   - base: scheme, host and port of this server.
    ///   - now: the time from which the remaining time is computed.
    init(_ session: StoredSession, base: String, now: Timestamp) {
        id = session.identifier
        pickerUri = "\(base)/pick/\(session.identifier)"
        let isPicked = session.state == .picked
        // At least a second while there is time left: clients divide by this number and compare it with 0.
        let left = max(1, (session.deadline.milliseconds - now.milliseconds) / 1000)
        pollingConfig =
            isPicked ? nil : Polling(pollInterval: "5s", timeoutIn: session.state == .pending ? "\(left)s" : "0s")
        expireTime = Timestamp(milliseconds: session.expires.milliseconds / 1000 * 1000).iso8601()
        let configuration = session.configuration
        pickingConfig = PickingConfig(
            maxItemCount: String(configuration.selectionLimit ?? SessionRequest.usualLimit))
        mediaItemsSet = isPicked
        picker = Extension(
            state: session.state.rawValue, minItemCount: configuration.minimum,
            mediaFilter: configuration.mediaFilter.rawValue, ordered: configuration.isOrdered,
            representationMode: configuration.representationMode.rawValue,
            wholeAlbums: configuration.allowsWholeAlbums, itemCount: isPicked ? session.count : 0,
            byteTotal: isPicked ? session.byteTotal : 0)
    }
}
