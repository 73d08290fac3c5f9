internal import PhotoModel
internal import PickingSessions
internal import SessionStorage

/// A session as its client reads it, in Google's form.
struct SessionResource: Encodable {
    struct Polling: Encodable {
        let pollInterval: String
        /// `0s`: there is nothing more to wait for.
        let timeoutIn: String
    }

    struct PickingConfig: Encodable {
        let maxItemCount: String
    }

    /// What Google's interface lacks.
    struct Extension: Encodable {
        /// `pending`, `picked`, `cancelled` or `expired`.
        let state: String
        let minItemCount: Int
        let mediaFilter: String
        let ordered: Bool
        let representationMode: String
        let wholeAlbums: Bool
        /// How many were picked; 0 until then.
        let itemCount: Int
        /// Their file sizes, summed.
        let byteTotal: UInt64
    }

    let id: String
    let pickerUri: String
    /// None when it is picked.
    let pollingConfig: Polling?
    let expireTime: String
    let pickingConfig: PickingConfig
    let mediaItemsSet: Bool
    let picker: Extension

    /// - Parameters:
    ///   - base: scheme, host and port of this server.
    ///   - now: tells how long to wait.
    init(_ session: StoredSession, base: String, now: Timestamp) {
        id = session.identifier
        pickerUri = "\(base)/pick/\(session.identifier)"
        let isPicked = session.state == .picked
        // Clients divide by it and compare it with 0: never less than a second while there is time.
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
