internal import Logging
internal import PhotoModel
internal import Platform
internal import SessionStorage

/// Tells clients' webhooks what the store says they are to be told, until they accept it or it is given up.
///
/// One message at a time to a client: one that is slow keeps its own messages waiting and no one else's. Those whose servers are gone,
/// of which each attempt takes as long as it may, have a part of the places, however many they are.
actor WebhookSender {
    /// Messages at once.
    private static let width = 8
    /// Of these, to clients whose last message was not accepted.
    private static let failingWidth = 4
    /// Between two looks into the store, in milliseconds.
    private static let interval = 500
    /// Seconds for which a message is this server's: longer than an attempt takes.
    private static let lease = 60

    private let store: any SessionStore
    private let post = WebhookPost(connections: WebhookSender.width)
    private let logger = Logger(label: "picker.webhooks")
    private var busy: Set<Int64> = []
    /// Of the busy ones, those whose last message was not accepted.
    private var failing: Set<Int64> = []
    /// Whether the last look failed: it is said once.
    private var isFailing = false

    init(store: any SessionStore) { self.store = store }

    /// Sends until its task is cancelled. What is under way then is due again after its lease, on any server of the store.
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
            // The server ends, or the store cannot be written: the lease makes the message due again.
        }
    }
}
