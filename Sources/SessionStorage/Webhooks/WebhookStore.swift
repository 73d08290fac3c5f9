package import Cryptography
package import PhotoModel

/// Stores the webhooks, and the messages that were not delivered yet. A message is stored in the transaction that it
/// reports, so that none is lost if the server ends.
package protocol WebhookStore: Sendable {
    /// Sets the webhook of a client, which replaces the one that it had.
    ///
    /// - Throws: `.unknownClient`.
    func setWebhook(of client: Int64, address: String, key: MessageKey) async throws

    /// Removes the webhook of a client and the messages that wait for it.
    ///
    /// - Returns: false if it had none.
    func removeWebhook(of client: Int64) async throws -> Bool

    /// All webhooks, in the order of their clients.
    func webhooks() async throws -> [Webhook]

    /// Takes messages whose next attempt is due, one for each client, at most `limit`. They are reserved for this
    /// caller until `lease`; other callers, also on other servers, get other messages meanwhile. A message whose
    /// attempt is not ended by then is due again.
    ///
    /// - Parameters:
    ///   - mostFailing: the most messages to webhooks whose last attempt failed; these come after all others.
    ///   - busy: clients that get no message.
    func takeDeliveries(
        now: Timestamp, lease: Timestamp, limit: Int, failing mostFailing: Int, except busy: Set<Int64>
    ) async throws -> [Delivery]

    /// Stores how an attempt ended.
    func endDelivery(_ delivery: Delivery, _ outcome: DeliveryOutcome, now: Timestamp) async throws
}
