import Cryptography
import PhotoModel
import PickingSessions
import PostgresClient
import Testing

@testable import SessionStorage

@Suite("Webhooks of a store, and what waits for them")
struct WebhookTests {
    private let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    private func cancel(_ session: String, of client: Client, at second: Int64) async throws {
        _ = try await fixture.addSession(session, of: client)
        _ = try await fixture.store.updateSession(session, in: "/photos", now: StoreFixture.time(second)) {
            try $0.cancel()
        }
    }

    private func take(_ second: Int64) async throws -> [Delivery] {
        try await fixture.store.takeDeliveries(
            now: StoreFixture.time(second), lease: StoreFixture.time(second + 60), limit: 9, except: [])
    }

    @Test("A client that is revoked loses its webhook with the messages for it, and gets no other")
    func revoked() async throws {
        let (notes, frame) = (
            try await fixture.addClientWithWebhook("notes"), try await fixture.addClientWithWebhook("frame")
        )
        try await cancel("n", of: notes, at: 1)
        try await cancel("f", of: frame, at: 1)
        #expect(try await fixture.store.revokeClient("notes", now: StoreFixture.time(2)))
        #expect(try await fixture.store.webhooks().map(\.client) == [frame])
        #expect(try await take(3).map(\.client) == [frame.identifier])
        await #expect(throws: SessionStoreError.self) {
            try await fixture.store.setWebhook(
                of: notes.identifier, address: "https://n.example/", key: MessageKey())
        }
        #expect(try await fixture.store.webhooks().map(\.client) == [frame])
    }

    @Test("A webhook that is removed takes its messages with it, also when another is set later")
    func removed() async throws {
        let notes = try await fixture.addClientWithWebhook("notes")
        try await cancel("s1", of: notes, at: 1)
        #expect(try await fixture.store.removeWebhook(of: notes.identifier))
        #expect(try await !fixture.store.removeWebhook(of: notes.identifier))
        // Nothing is told to a client without a webhook, and nothing is kept for it.
        try await cancel("s2", of: notes, at: 2)
        try await fixture.store.setWebhook(
            of: notes.identifier, address: "https://n.example/", key: MessageKey())
        #expect(try await take(4).isEmpty)
        #expect(try await fixture.store.webhooks().map(\.waiting) == [0])
    }

    @Test("A message that was accepted is gone, clears the failure before it, and its time is kept")
    func delivered() async throws {
        let notes = try await fixture.addClientWithWebhook("notes")
        try await cancel("s1", of: notes, at: 1)
        let first = try #require(try await take(2).first)
        try await fixture.store.endDelivery(
            first, .failed("it answered 500", next: StoreFixture.time(10)), now: StoreFixture.time(3))
        #expect(try await take(9).isEmpty, "its next attempt is later")
        let second = try #require(try await take(10).first)
        #expect(second.identifier == first.identifier && second.attempt == 2 && second.isFailing)
        try await fixture.store.endDelivery(second, .delivered, now: StoreFixture.time(11))
        let webhook = try #require(try await fixture.store.webhooks().first)
        #expect(webhook.failure == nil && webhook.delivered == StoreFixture.time(11) && webhook.waiting == 0)
        try await cancel("s2", of: notes, at: 12)
        let third = try #require(try await take(13).first)
        try await fixture.store.endDelivery(third, .failed("it answered 500", next: nil), now: StoreFixture.time(14))
        #expect(try await fixture.store.webhooks().map(\.delivered) == [StoreFixture.time(11)])
    }

    @Test("Of too many messages that wait for a client, the oldest goes")
    func tooMany() async throws {
        let notes = try await fixture.addClientWithWebhook("notes")
        let frame = try await fixture.addClientWithWebhook("frame")
        try await fixture.store.write { store in
            for client in [notes, frame] {
                let rows = (1...WebhookMessage.mostWaiting).map { number in
                    let time = SQLValue.integer(StoreFixture.time(Int64(number)).milliseconds)
                    return SQL(
                        "(?, ?, '{}', ?, ?)", .text("\(client.name) \(number)"), .integer(client.identifier), time, time
                    )
                }
                try store.insert(SQL("INSERT INTO delivery (id, client, body, created, due) VALUES "), rows)
            }
        }
        try await cancel("s1", of: notes, at: 2000)
        #expect(try await fixture.store.webhooks().map(\.waiting) == [1000, 1000])
        let oldest = try await take(3000).map(\.identifier)
        #expect(oldest.sorted() == ["frame 1", "notes 2"])
    }

    @Test("A session whose deadline came without a request ends then, and its client is told once")
    func deadline() async throws {
        let notes = try await fixture.addClientWithWebhook("notes")
        _ = try await fixture.addSession("s1", of: notes)
        _ = try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.time(1)) {
            try $0.select(StoreFixture.photo("a"))
        }
        #expect(try await take(59).isEmpty)
        let told = try await take(60)
        #expect(told.map { $0.body.contains(#""state":"expired","itemCount":0"#) } == [true])
        try await fixture.store.endDelivery(try #require(told.first), .delivered, now: StoreFixture.time(61))
        #expect(try await take(200).isEmpty)
        #expect(try await fixture.store.selectedAssets(of: "s1", offset: 0, limit: 9).isEmpty)
        let session = try await fixture.store.session("s1", now: StoreFixture.time(200))
        #expect(session?.state == .expired && session?.ended == StoreFixture.time(60))
    }

    @Test("The message about picks says how many, and nothing of them")
    func picked() async throws {
        let notes = try await fixture.addClientWithWebhook("notes")
        _ = try await fixture.addSession("s1", of: notes)
        _ = try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.time(1)) {
            try $0.select(StoreFixture.photo("secret"))
        }
        #expect(try await take(2).isEmpty, "selecting is not the end")
        _ = try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.time(3)) { try $0.finish() }
        let body = try #require(try await take(4).first).body
        #expect(body.contains(#""type":"session.picked""#) && body.contains(#""itemCount":1"#))
        #expect(!body.contains("secret") && !body.contains("/photos"))
    }
}
