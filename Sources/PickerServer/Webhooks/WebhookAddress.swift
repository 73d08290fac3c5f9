internal import HTTPClient

/// An address that the owner allows to be told, and how far a message to it may reach.
///
/// A name may be anyone's, and lead to this machine tomorrow: what it leads to has to be on the public network, and to prove
/// with a certificate that it is the host. An address of this machine or of a private network is the owner's own, and is
/// reached when the owner writes it itself.
package struct WebhookAddress: Sendable {
    package let text: String
    let address: HTTPAddress
    let reach: HTTPRequest.Reach

    private static let mostBytes = 2048

    /// - Returns: nil when it is no address that may be told: of another scheme than `https`, or `http` to anything but an
    ///   address of this machine or of a private network; with a user, a password or a fragment.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.mostBytes, !text.contains("#"), !text.contains("\\"),
            let address = HTTPAddress(text)
        else { return nil }
        let host = address.origin.host
        let isOwn = Self.isOwn(host)
        let isEncrypted = address.origin.scheme == "https"
        guard isEncrypted || isOwn, Self.canBeTold(host, isEncrypted: isEncrypted) else { return nil }
        self.text = text
        self.address = address
        reach = isOwn ? .publicAndPrivateNetworks : .publicNetwork
    }

    /// Whether an address that stands in place of a name can be reached at all, and without encryption only where no one else listens.
    private static func canBeTold(_ host: String, isEncrypted: Bool) -> Bool {
        guard let isReached = HTTPRequest.Reach.publicAndPrivateNetworks.includes(literal: host) else {
            return !host.hasPrefix("[")
        }
        return isReached && (isEncrypted || HTTPRequest.Reach.publicNetwork.includes(literal: host) == false)
    }

    /// `localhost`, or an address and no name. What else libcurl takes for an address is treated as a name.
    private static func isOwn(_ host: String) -> Bool {
        host == "localhost" || host.hasPrefix("[") || HTTPRequest.Reach.all.includes(literal: host) != nil
    }
}
