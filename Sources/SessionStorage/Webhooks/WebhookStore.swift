package import Cryptography
package import PhotoModel

/// Where a server keeps who is to be told, and what could not be told yet. A message is kept in the transaction that it tells
/// of, so that none is lost with the server.
package protocol WebhookStore: Sendable {
    /// Sets the webhook of a client, in place of the one that it had.
    ///
    /// - Throws: `.unknownClient`.
    func setWebhook(of client: Int64, address: String, key: MessageKey, now: Timestamp) async throws

    /// Removes the webhook of a client and what waits for it.
    ///
    /// - Returns: false when it had none.
    func removeWebhook(of client: Int64) async throws -> Bool

    /// All webhooks, in the order of their clients.
    func webhooks() async throws -> [Webhook]

    /// Messages whose next attempt is due, one a client, at most `limit`. They are this caller's until `lease`; callers that ask
    /// meanwhile, also other servers, get others. One that is not ended until then is due again.
    ///
    /// - Parameters:
    ///   - mostFailing: so many at most to webhooks at which the last attempt failed, and these behind all others.
    ///   - busy: clients that get none.
    func takeDeliveries(
        now: Timestamp, lease: Timestamp, limit: Int, failing mostFailing: Int, except busy: Set<Int64>
    ) async throws -> [Delivery]

    /// Writes down how an attempt ended.
    func endDelivery(_ delivery: Delivery, _ outcome: DeliveryOutcome, now: Timestamp) async throws
}
