internal import Cryptography
internal import PhotoModel
internal import PickingSessions

/// The address of a picked asset's media: `SESSION.POSITION.EXPIRES.CODE`. It is valid for one client, one session, one
/// asset as it was when it was picked, and one hour.
struct MediaLink {
    /// How long a link is valid, in seconds.
    static let lifetime = 60 * 60

    let session: String
    /// The position in the session's selection, from 0.
    let position: Int
    /// In seconds since 1970.
    let expires: Int64
    private let code: String

    /// - Returns: nil if the text does not have the form of a link. `isMade(for:client:key:)` says whether it is
    ///   authentic.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let position = Int(parts[1]), position >= 0, String(position) == parts[1],
            let expires = Int64(parts[2]), String(expires) == parts[2]
        else { return nil }
        (session, self.position, self.expires, code) = (parts[0], position, expires, parts[3])
    }

    /// The text of a new link.
    static func text(
        to asset: PickedAsset, session: String, position: Int, client: Int64, now: Timestamp, key: MessageKey
    ) -> String {
        let expires = now.adding(seconds: lifetime).milliseconds / 1000
        let code = key.token(of: message(asset, session, position, client, expires))
        return "\(session).\(position).\(expires).\(code)"
    }

    func isExpired(_ now: Timestamp) -> Bool { now.milliseconds / 1000 >= expires }

    func isMade(for asset: PickedAsset, client: Int64, key: MessageKey) -> Bool {
        key.isToken(code, of: Self.message(asset, session, position, client, expires))
    }

    private static func message(
        _ asset: PickedAsset, _ session: String, _ position: Int, _ client: Int64, _ expires: Int64
    ) -> String {
        "media\n\(client)\n\(session)\n\(position)\n\(asset.localIdentifier)\n\(asset.contentTag)\n\(expires)"
    }
}
