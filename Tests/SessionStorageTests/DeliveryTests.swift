import Cryptography
import PhotoModel
import PickingSessions
import Testing

@testable import SessionStorage

@Suite("Messages to webhooks in a store of several servers")
struct DeliveryTests {
    @Test("Each is one server's at a time, and another's when that has not ended it in time")
    func leases() async throws {
        let fixture = try StoreFixture()
        let other = try fixture.openAgain()
        for number in 0..<8 {
            let client = try await fixture.addClient("c\(number)")
            try await fixture.store.setWebhook(
                of: client.identifier, address: "https://c\(number).example/", key: MessageKey(),
                now: StoreFixture.start
            )
            for session in ["a", "b"] {
                _ = try await fixture.addSession("\(session)\(number)", of: client)
                _ = try await fixture.store.updateSession("\(session)\(number)", in: "/photos", now: StoreFixture.start)
                { try $0.cancel() }
            }
        }
        func take(_ seconds: Int64) async throws -> [Delivery] {
            try await withThrowingTaskGroup(of: [Delivery].self) { group in
                for store in [fixture.store, other, fixture.store, other] {
                    group.addTask {
                        try await store.takeDeliveries(
                            now: StoreFixture.time(seconds), lease: StoreFixture.time(seconds + 60), limit: 3,
                            except: [])
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
        }
        let first = try await take(1)
        #expect(first.count == 12 && Set(first.map(\.identifier)).count == 12)
        for delivery in first { try await other.endDelivery(delivery, .delivered, now: StoreFixture.time(2)) }
        let second = try await take(3)
        #expect(second.count == 4 && Set((first + second).map(\.identifier)).count == 16)
        #expect(try await take(4).isEmpty)
        let late = try await take(64)
        #expect(Set(late.map(\.identifier)) == Set(second.map(\.identifier)) && late.allSatisfy { $0.attempt == 2 })
        #expect(try await fixture.store.webhooks().map(\.waiting).reduce(0, +) == 4)
    }

    @Test("One message at a time to a client, the oldest first, and none to one that is busy")
    func order() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClient("notes")
        try await fixture.store.setWebhook(
            of: client.identifier, address: "https://notes.example/", key: MessageKey(), now: StoreFixture.start)
        for (session, second) in [("s1", Int64(1)), ("s2", 2)] {
            _ = try await fixture.addSession(session, of: client)
            _ = try await fixture.store.updateSession(session, in: "/photos", now: StoreFixture.time(second)) {
                try $0.cancel()
            }
        }
        let (now, lease) = (StoreFixture.time(3), StoreFixture.time(63))
        let busy = try await fixture.store.takeDeliveries(now: now, lease: lease, limit: 9, except: [client.identifier])
        #expect(busy.isEmpty)
        let first = try await fixture.store.takeDeliveries(now: now, lease: lease, limit: 9, except: [])
        #expect(first.count == 1 && first[0].body.contains("s1") && first[0].attempt == 1)
        try await fixture.store.endDelivery(first[0], .failed("it answered 500", next: nil), now: now)
        let webhook = try #require(try await fixture.store.webhooks().first)
        #expect(webhook.failure == "it answered 500" && webhook.waiting == 1 && webhook.delivered == nil)
    }
}
