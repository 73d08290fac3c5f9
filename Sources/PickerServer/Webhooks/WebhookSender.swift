internal import Logging
internal import PhotoModel
internal import Platform
internal import SessionStorage

/// Tells clients' webhooks what the store says they are to be told, until they accept it or it is given up.
///
/// One message at a time to a client: one that is slow keeps its own messages waiting and no one else's.
actor WebhookSender {
    /// Messages at once.
    private static let width = 8
    /// Between two looks into the store, in milliseconds.
    private static let interval = 500
    /// Seconds for which a message is this server's: longer than an attempt takes.
    private static let lease = 60

    private let store: any SessionStore
    private let post = WebhookPost(connections: WebhookSender.width)
    private let logger = Logger(label: "picker.webhooks")
    private var busy: Set<Int64> = []
    /// Whether the last look failed: it is said once.
    private var isFailing = false

    init(store: any SessionStore) { self.store = store }

    /// Sends until its task is cancelled. What is under way then is due again after its lease, on any server of the store.
    func run() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                for delivery in await take() {
                    busy.insert(delivery.client)
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
                now: now, lease: now.adding(seconds: Self.lease), limit: room, except: busy)
            isFailing = false
            return taken
        } catch {
            if !isFailing, !Task.isCancelled { logger.warning("webhooks wait: \(error)") }
            isFailing = true
            return []
        }
    }

    private func send(_ delivery: Delivery) async {
        defer { busy.remove(delivery.client) }
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
