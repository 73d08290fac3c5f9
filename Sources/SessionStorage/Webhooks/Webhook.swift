package import Cryptography
package import PhotoModel

/// The address at which a client is told about its sessions and grants. The owner sets it, never the client.
package struct Webhook: Sendable {
    package let client: Client
    /// An address with the scheme `http` or `https`.
    package let address: String
    /// The key with which messages to it are signed, and which the client knows.
    package let key: MessageKey
    /// When a message was last accepted there; nil if none was.
    package let delivered: Timestamp?
    /// Why the last attempt failed; nil if it did not, or there was none.
    package let failure: String?
    /// The number of messages that wait for their next attempt.
    package let waiting: Int
}

/// A message that is being delivered to a webhook.
package struct Delivery: Sendable {
    /// The identifier of the message. It is the same in each attempt, so that a receiver recognizes a message that it
    /// already has.
    package let identifier: String
    package let client: Int64
    package let address: String
    package let key: MessageKey
    /// JSON.
    package let body: String
    /// This attempt's number, from 1.
    package let attempt: Int
    package let created: Timestamp
    /// Whether the last attempt to deliver any message to this webhook failed.
    package let isFailing: Bool
}

/// How an attempt to deliver a message ended.
package enum DeliveryOutcome: Hashable, Sendable {
    case delivered
    /// It failed, for this reason. The next attempt is at that time; nil: there is none.
    case failed(String, next: Timestamp?)
}
