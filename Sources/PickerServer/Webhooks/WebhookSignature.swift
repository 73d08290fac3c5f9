package import Cryptography
internal import PhotoModel

/// Proves that a message to a webhook comes from this server and how old it is, in the form of the Standard Webhooks
/// specification, version 1 (https://www.standardwebhooks.com): HMAC-SHA-256 over identifier, time and body.
package enum WebhookSignature {
    /// The key in the form that its client gets: `whsec_` and Base64.
    package static func text(of key: MessageKey) -> String { "whsec_" + Base64.text(key.bytes) }

    /// The header fields of a message.
    ///
    /// - Parameter now: when it is sent. Receivers refuse messages that are older than some minutes, so that an
    ///   intercepted message cannot be sent again later.
    static func headers(
        of identifier: String, body: String, key: MessageKey, now: Timestamp
    ) -> [(name: String, value: String)] {
        let time = String(now.milliseconds / 1000)
        let code = key.code(of: Array("\(identifier).\(time).\(body)".utf8))
        return [
            ("webhook-id", identifier), ("webhook-timestamp", time), ("webhook-signature", "v1," + Base64.text(code)),
        ]
    }
}
