package import Cryptography
package import PhotoModel

/// Where a client wants to hear what becomes of its sessions and grants. The owner names the address, never the client.
package struct Webhook: Sendable {
    package let client: Client
    /// Of HTTP or HTTPS.
    package let address: String
    /// What messages to it are signed with; the client knows it.
    package let key: MessageKey
    /// When a message was last accepted there; nil: none was.
    package let delivered: Timestamp?
    /// Why the last attempt failed; nil: it did not, or there was none.
    package let failure: String?
    /// Messages that wait for their next attempt.
    package let waiting: Int
}

/// A message on its way to a webhook.
package struct Delivery: Sendable {
    /// Of the message: the same in each attempt, so that a receiver knows one that it has.
    package let identifier: String
    package let client: Int64
    package let address: String
    package let key: MessageKey
    /// JSON.
    package let body: String
    /// This attempt's number, from 1.
    package let attempt: Int
    package let created: Timestamp
    /// Whether the last attempt at this webhook failed, of whatever message.
    package let isFailing: Bool
}

/// How an attempt to deliver a message ended.
package enum DeliveryOutcome: Hashable, Sendable {
    case delivered
    /// For this reason. It is tried again at that time; nil: not any more.
    case failed(String, next: Timestamp?)
}
