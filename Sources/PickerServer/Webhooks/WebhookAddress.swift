internal import HTTPClient

/// An address of a webhook that the owner allows, and how far a message to it may get.
///
/// A name may belong to anyone, and may resolve to this machine tomorrow. So it has to resolve to a public address,
/// whose server must prove with a certificate that it is the host. An address of this machine or of a private network
/// is the owner's own, and may be used if the owner wrote it as an address.
package struct WebhookAddress: Sendable {
    package let text: String
    let address: HTTPAddress
    let reach: HTTPRequest.Reach

    private static let mostBytes = 2048

    /// - Returns: nil if messages may not be sent to the address: if its scheme is not `https`, or is `http` and the
    ///   host is not an address of this machine or of a private network; or if it has a user, a password or a fragment.
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

    /// Whether messages may be sent to a host that is an IP address. Without encryption, only if no one else can
    /// listen.
    private static func canBeTold(_ host: String, isEncrypted: Bool) -> Bool {
        guard let isReached = HTTPRequest.Reach.publicAndPrivateNetworks.includes(literal: host) else {
            return !host.hasPrefix("[")
        }
        return isReached && (isEncrypted || HTTPRequest.Reach.publicNetwork.includes(literal: host) == false)
    }

    /// Whether it is `localhost`, or an IP address and not a name. Other texts that libcurl accepts as addresses are
    /// treated as names.
    private static func isOwn(_ host: String) -> Bool {
        host == "localhost" || host.hasPrefix("[") || HTTPRequest.Reach.all.includes(literal: host) != nil
    }
}
