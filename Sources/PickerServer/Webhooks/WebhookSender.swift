internal import Logging
internal import PhotoModel
internal import Platform
internal import SessionStorage

/// Sends the messages in the store to clients' webhooks, until they are accepted or given up.
///
/// Each client gets one message at a time, so a slow one delays only its own messages. Clients whose servers are gone,
/// where each attempt takes as long as it may, get only a part of the places, however many they are.
actor WebhookSender {
    /// How many messages are sent at once.
    private static let width = 8
    /// How many of them may go to clients whose last message was not accepted.
    private static let failingWidth = 4
    /// The time between two queries of the store, in milliseconds.
    private static let interval = 500
    /// How many seconds a message is reserved for this server; longer than an attempt takes.
    private static let lease = 60

    private let store: any SessionStore
    private let post = WebhookPost(connections: WebhookSender.width)
    private let logger = Logger(label: "picker.webhooks")
    private var busy: Set<Int64> = []
    /// Those of the busy clients whose last message was not accepted.
    private var failing: Set<Int64> = []
    /// Whether the last query failed, so that this is logged only once.
    private var isFailing = false

    init(store: any SessionStore) { self.store = store }

    /// Runs until its task is cancelled. A message that is being sent then is due again after its lease, on any server
    /// of the store.
    func run() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                for delivery in await take() {
                    busy.insert(delivery.client)
                    if delivery.isFailing { failing.insert(delivery.client) }
                    group.addTask { await self.send(delivery) }
                }
                try? await Task.sleep(for: .milliseconds(Self.interval))
            }
        }
    }

    private func take() async -> [Delivery] {
        let room = Self.width - busy.count
        guard room > 0 else { return [] }
        do {
            let now = Timestamp.now
            let taken = try await store.takeDeliveries(
                now: now, lease: now.adding(seconds: Self.lease), limit: room,
                failing: Self.failingWidth - failing.count, except: busy)
            isFailing = false
            return taken
        } catch {
            if !isFailing, !Task.isCancelled { logger.warning("webhooks wait: \(error)") }
            isFailing = true
            return []
        }
    }

    private func send(_ delivery: Delivery) async {
        defer {
            busy.remove(delivery.client)
            failing.remove(delivery.client)
        }
        do {
            let failure = try await post.send(delivery, now: .now)
            let outcome = failure.map {
                DeliveryOutcome.failed($0, next: WebhookRetries.next(after: delivery.attempt, now: .now))
            }
            if let failure {
                logger.info("a webhook failed", metadata: ["attempt": "\(delivery.attempt)", "reason": "\(failure)"])
            }
            try await store.endDelivery(delivery, outcome ?? .delivered, now: .now)
        } catch {
            // The server is ending, or the store cannot be written: the message is due again after its lease.
        }
    }
}
