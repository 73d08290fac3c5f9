import PhotoModel
import PickingSessions
import PostgresClient
import Testing

@testable import SessionStorage

@Suite("Messages to webhooks in a store of several servers")
struct DeliveryTests {
    @Test("Each is one server's at a time, and another's when that has not ended it in time")
    func leases() async throws {
        let fixture = try StoreFixture()
        let other = try fixture.openAgain()
        for number in 0..<8 {
            let client = try await fixture.addClientWithWebhook("c\(number)")
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

    @Test("One that was stored while the clock was ahead is due when the clock was set back")
    func clockSetBack() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClientWithWebhook("notes")
        let ahead: Int64 = 30 * 24 * 3600
        let grant = NewGrant(client: client.identifier, library: "/photos", subject: .asset("a"), title: "a.jpg")
        _ = try await fixture.store.addGrant(grant, now: StoreFixture.time(ahead))
        func take(_ seconds: Int64) async throws -> [Delivery] {
            try await fixture.store.takeDeliveries(
                now: StoreFixture.time(seconds), lease: StoreFixture.time(seconds + 60), limit: 9, except: [])
        }
        let delivery = try #require(try await take(1).first)
        #expect(delivery.client == client.identifier)
        // It is reserved, and waits for its next attempt as long as any other.
        #expect(try await take(2).isEmpty)
        let next = StoreFixture.time(8 * 3600)
        try await fixture.store.endDelivery(delivery, .failed("no", next: next), now: StoreFixture.time(3))
        #expect(try await take(7 * 3600).isEmpty)
        #expect(try await take(8 * 3600).count == 1)
    }

    @Test("Thousands of photos that are granted at once are one message, and take the place of no other")
    func manyGrants() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClientWithWebhook("notes")
        _ = try await fixture.addSession("s1", of: client)
        _ = try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.start) { try $0.cancel() }
        func grant(_ numbers: Range<Int>, _ seconds: Int64) async throws {
            let new = numbers.map {
                NewGrant(client: client.identifier, library: "/photos", subject: .asset("a\($0)"), title: "\($0)")
            }
            #expect(try await fixture.store.addGrants(new, now: StoreFixture.time(seconds)).count == numbers.count)
        }
        try await grant(0..<1500, 1)
        #expect(try await fixture.store.webhooks().map(\.waiting) == [2])
        // What was granted before is no change, and another grant is another one.
        try await grant(0..<1500, 2)
        #expect(try await fixture.store.webhooks().map(\.waiting) == [2])
        try await grant(1499..<1502, 3)
        #expect(try await fixture.store.webhooks().map(\.waiting) == [3])
        let first = try await fixture.store.takeDeliveries(
            now: StoreFixture.time(4), lease: StoreFixture.time(64), limit: 9, except: [])
        #expect(first.map { $0.body.contains("s1") } == [true])
    }

    @Test("The end of a session is told also when it is forgotten before a server could tell it")
    func forgotten() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClientWithWebhook("notes")
        _ = try await fixture.addSession("s1", of: client)
        try await fixture.store.removeExpired(now: StoreFixture.time(700))
        #expect(try await fixture.store.sessions(now: StoreFixture.start).isEmpty)
        let told = try await fixture.store.takeDeliveries(
            now: StoreFixture.time(700), lease: StoreFixture.time(760), limit: 9, except: [])
        #expect(told.map { $0.body.contains("session.expired") && $0.body.contains("s1") } == [true])
    }

    @Test("Webhooks at which the last attempt failed get what is left to them, behind all others")
    func failing() async throws {
        let fixture = try StoreFixture()
        func end(_ session: String, at second: Int64) async throws {
            _ = try await fixture.store.updateSession(session, in: "/photos", now: StoreFixture.time(second)) {
                try $0.cancel()
            }
        }
        func take(_ second: Int64, limit: Int, failing: Int) async throws -> [Delivery] {
            try await fixture.store.takeDeliveries(
                now: StoreFixture.time(second), lease: StoreFixture.time(second + 60), limit: limit, failing: failing,
                except: [])
        }
        var dead: Set<Int64> = []
        for number in 0..<6 {
            let client = try await fixture.addClientWithWebhook("dead\(number)")
            dead.insert(client.identifier)
            _ = try await fixture.addSession("d\(number)", of: client)
            try await end("d\(number)", at: 1)
        }
        let first = try await take(2, limit: 8, failing: 4)
        #expect(first.count == 6 && !first.contains { $0.isFailing })
        for delivery in first {
            try await fixture.store.endDelivery(
                delivery, .failed("it did not answer in time", next: StoreFixture.time(4)), now: StoreFixture.time(3))
        }
        let living = try await fixture.addClientWithWebhook("living")
        _ = try await fixture.addSession("l", of: living)
        try await end("l", at: 5)
        let second = try await take(6, limit: 3, failing: 2)
        #expect(second.first?.client == living.identifier && second.first?.isFailing == false)
        #expect(second.count == 3 && second.dropFirst().allSatisfy { $0.isFailing && dead.contains($0.client) })
        #expect(try await take(7, limit: 8, failing: 0).isEmpty)
        #expect(try await take(7, limit: 8, failing: -1).isEmpty)
        let third = try await take(7, limit: 8, failing: 3)
        #expect(third.count == 3 && Set((second + third).map(\.identifier)).count == 6)
    }

    @Test("One message at a time to a client, the oldest first, and none to one that is busy")
    func order() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClientWithWebhook("notes")
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

    @Test("An attempt counts for its webhook also when its message was deleted meanwhile, since too many wait")
    func deletedMeanwhile() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClientWithWebhook("notes")
        func end(_ session: String, at second: Int64) async throws {
            _ = try await fixture.addSession(session, of: client)
            _ = try await fixture.store.updateSession(session, in: "/photos", now: StoreFixture.time(second)) {
                try $0.cancel()
            }
        }
        try await end("s1", at: 1)
        let taken = try await fixture.store.takeDeliveries(
            now: StoreFixture.time(2), lease: StoreFixture.time(62), limit: 9, except: [])
        let first = try #require(taken.first)
        let time = SQLValue.integer(StoreFixture.time(3).milliseconds)
        try await fixture.store.write { store in
            let rows = (1..<WebhookMessage.mostWaiting).map { number in
                SQL("(?, ?, '{}', ?, ?)", .text("msg_\(number)"), .integer(client.identifier), time, time)
            }
            try store.insert(SQL("INSERT INTO delivery (id, client, body, created, due) VALUES "), rows)
        }
        try await end("s2", at: 4)
        try await fixture.store.endDelivery(
            first, .failed("it did not answer in time", next: StoreFixture.time(9)), now: StoreFixture.time(5))
        let webhook = try #require(try await fixture.store.webhooks().first)
        #expect(webhook.waiting == WebhookMessage.mostWaiting && webhook.failure == "it did not answer in time")
        let next = try await fixture.store.takeDeliveries(
            now: StoreFixture.time(6), lease: StoreFixture.time(66), limit: 9, failing: 0, except: [])
        #expect(next.isEmpty, "it would take the place of one that answers")
    }

    @Test("An attempt at an address that was replaced meanwhile says nothing of the new one")
    func replacedAddress() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClientWithWebhook("notes")
        _ = try await fixture.addSession("s1", of: client)
        _ = try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.start) { try $0.cancel() }
        func take(_ second: Int64) async throws -> Delivery? {
            try await fixture.store.takeDeliveries(
                now: StoreFixture.time(second), lease: StoreFixture.time(second + 60), limit: 9, except: []
            ).first
        }
        let first = try #require(try await take(1))
        try await fixture.store.setWebhook(of: client.identifier, address: "https://new.example/", key: first.key)
        try await fixture.store.endDelivery(
            first, .failed("it answered 500", next: StoreFixture.time(4)), now: StoreFixture.time(3))
        #expect(try await fixture.store.webhooks().map(\.failure) == [nil])
        let second = try #require(try await take(5))
        #expect(second.address == "https://new.example/" && second.identifier == first.identifier && !second.isFailing)
        try await fixture.store.endDelivery(second, .failed("it answered 404", next: nil), now: StoreFixture.time(6))
        #expect(try await fixture.store.webhooks().map(\.failure) == ["it answered 404"])
    }
}
