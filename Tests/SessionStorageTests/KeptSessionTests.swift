import Cryptography
import PhotoModel
import PickingSessions
import PostgresClient
import Testing

@testable import SessionStorage

@Suite("What a store keeps of sessions")
struct KeptSessionTests {
    @Test("A session is the same after the store was closed and opened")
    func reopened() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClient("notes", origin: "https://notes.example")
        let configuration = try #require(
            PickingConfiguration(
                selectionLimit: 5, minimum: 1, mediaFilter: .image, isOrdered: true, preselected: ["x"],
                representationMode: .compatible, allowsWholeAlbums: true))
        let added = try await fixture.addSession("s1", of: client, configuration: configuration)
        let range = try #require(AssetRun(of: .init(collection: "roll"), places: 3..<5, byteTotal: 7))
        let narrowed = AssetRun.Listing(collection: "roll", kind: "live", text: "sea", isReversed: true)
        let picked = try #require(
            AssetRun(of: narrowed, places: 0..<2, ends: .init(first: "p", last: "q"), exceptions: ["r", "s"]))
        let parts: [AssetSelection.Part] = [
            .asset(StoreFixture.photo("b", bytes: .max)), .run(range), .asset(StoreFixture.photo("a")),
            .run(AssetRun(wholeCollection: "album", count: 1, byteTotal: 2)), .run(picked),
        ]
        let changed = try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.time(1)) {
            try $0.replaceSelection(withParts: parts)
        }
        let again = try fixture.openAgain()
        let kept = try #require(try await again.session("s1", now: StoreFixture.time(2)))
        #expect(kept.client == client && kept.configuration == configuration && kept.created == added.created)
        #expect(kept.state == .pending && kept.count == 5 && kept.byteTotal == .max && kept.ended == nil)
        let session = try await again.pickingSession("s1", in: "/photos", now: StoreFixture.time(3))
        #expect(session == changed && session?.selection.parts == parts)
        let elsewhere = try await again.pickingSession("s1", in: "/others", now: StoreFixture.time(3))
        #expect(elsewhere?.selection.parts.isEmpty == true && elsewhere?.state == .pending)
        #expect(try await again.session("s1", now: StoreFixture.time(3))?.library == "/photos")
        #expect(try await again.selectedAssets(of: "s1", offset: 1, limit: 9).map(\.localIdentifier) == ["a"])
    }

    @Test("A run whose numbers cannot be, as in a damaged file, is left out")
    func damagedRun() async throws {
        let fixture = try StoreFixture()
        _ = try await fixture.addSession("s1", of: fixture.addClient("notes"))
        let run = try #require(AssetRun(of: .init(collection: "roll"), places: 3..<5))
        let parts: [AssetSelection.Part] = [.run(run), .asset(StoreFixture.photo("a"))]
        _ = try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.time(1)) {
            try $0.replaceSelection(withParts: parts)
        }
        let damaged: [(first: Int64, count: Int64)] = [(5, -9), (.max, 2), (-1, 3)]
        for (first, count) in damaged {
            try await fixture.store.write { store in
                _ = try store.run(
                    SQL(
                        "UPDATE selected SET first = ?, count = ? WHERE collection IS NOT NULL", .integer(first),
                        .integer(count)))
            }
            let session = try await fixture.store.pickingSession("s1", in: "/photos", now: StoreFixture.time(2))
            #expect(session?.selection.parts == [parts[1]])
        }
    }

    @Test("A refused change is thrown as it is, and changes nothing")
    func refused() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClient("notes")
        let one = try #require(PickingConfiguration(selectionLimit: 1))
        _ = try await fixture.addSession("s1", of: client, configuration: one)
        await #expect(throws: PickingSessionError.overLimit(limit: 1)) {
            try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.start) {
                try $0.replaceSelection(with: [StoreFixture.photo("a"), StoreFixture.photo("b")])
            }
        }
        #expect(try await fixture.store.session("s1", now: StoreFixture.start)?.count == 0)
        #expect(try await fixture.store.updateSession("no", in: "/photos", now: StoreFixture.start) { _ in } == nil)
    }

    @Test("A session expires at its deadline and is forgotten at its end")
    func expiry() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClient("notes")
        _ = try await fixture.addSession("s1", of: client)
        _ = try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.time(59)) {
            try $0.select(StoreFixture.photo("a"))
        }
        let late = try #require(try await fixture.store.session("s1", now: StoreFixture.time(60)))
        #expect(late.state == .expired && late.count == 0 && late.ended == late.deadline)
        await #expect(throws: PickingSessionError.notPending(.expired)) {
            try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.time(61)) { try $0.finish() }
        }
        #expect(try await fixture.store.session("s1", now: StoreFixture.time(600)) == nil)
        try await fixture.store.removeExpired(now: StoreFixture.time(600))
        #expect(try await fixture.store.session("s1", now: StoreFixture.start) == nil)
    }

    @Test("The same request of one client makes one session, of two clients two")
    func repeated() async throws {
        let fixture = try StoreFixture()
        let (one, two) = (try await fixture.addClient("one"), try await fixture.addClient("two"))
        let first = try await fixture.addSession("s1", of: one, requestID: "r")
        #expect(try await fixture.addSession("s2", of: one, requestID: "r") == first)
        #expect(try await fixture.addSession("s3", of: two, requestID: "r").identifier == "s3")
        #expect(try await fixture.store.sessions(now: StoreFixture.start).map(\.identifier) == ["s1", "s3"])
    }

    @Test("A change in another library begins there with nothing of the first one, and what ended stays where it was")
    func moved() async throws {
        let fixture = try StoreFixture()
        _ = try await fixture.addSession("s1", of: fixture.addClient("notes"))
        func change(
            in library: String, _ change: @escaping @Sendable (inout PickingSession) throws -> Void
        ) async throws -> PickingSession? {
            try await fixture.store.updateSession("s1", in: library, now: StoreFixture.time(1), change)
        }
        _ = try await change(in: "/photos") { try $0.select(StoreFixture.photo("a")) }
        // A refusal moves nothing.
        await #expect(throws: PickingSessionError.wholeAlbumsNotAllowed) {
            _ = try await change(in: "/others") { _ in throw PickingSessionError.wholeAlbumsNotAllowed }
        }
        #expect(try await fixture.store.session("s1", now: StoreFixture.time(1))?.library == "/photos")
        let moved = try await change(in: "/others") { try $0.select(StoreFixture.photo("z")) }
        #expect(moved?.localIdentifiers == ["z"])
        #expect(try await fixture.store.selectedAssets(of: "s1", offset: 0, limit: 9).map(\.localIdentifier) == ["z"])
        let there = try await fixture.store.session("s1", now: StoreFixture.time(1))
        #expect(there?.library == "/others" && there?.count == 1)
        _ = try await change(in: "/others") { try $0.finish() }
        let picked = try await fixture.store.pickingSession("s1", in: "/photos", now: StoreFixture.time(2))
        #expect(picked?.state == .picked && picked?.localIdentifiers == ["z"])
        #expect(try await fixture.store.session("s1", now: StoreFixture.time(2))?.library == "/others")
    }

    @Test("Sessions are listed with the newest first, and what was picked by places")
    func listed() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClient("notes")
        for (identifier, second) in [("b", Int64(1)), ("a", 3), ("c", 2)] {
            let new = NewSession(
                identifier: identifier, client: client.identifier, library: "/photos", configuration: .unrestricted,
                deadline: StoreFixture.time(60), expires: StoreFixture.time(600))
            _ = try await fixture.store.addSession(new, now: StoreFixture.time(second))
        }
        #expect(try await fixture.store.sessions(now: StoreFixture.time(4)).map(\.identifier) == ["a", "c", "b"])
        #expect(try await fixture.store.sessions(now: StoreFixture.time(600)).isEmpty)
        let photos = ["z", "y", "x", "w"].map { StoreFixture.photo($0) }
        _ = try await fixture.store.updateSession("a", in: "/photos", now: StoreFixture.time(4)) {
            try $0.replaceSelection(with: photos)
        }
        #expect(try await fixture.store.pick(in: "a", at: 0, now: StoreFixture.time(4)) == nil, "it is not picked yet")
        _ = try await fixture.store.updateSession("a", in: "/photos", now: StoreFixture.time(5)) { try $0.finish() }
        #expect(try await fixture.store.selectedAssets(of: "a", offset: 1, limit: 2) == Array(photos[1...2]))
        #expect(try await fixture.store.pick(in: "a", at: 3, now: StoreFixture.time(6))?.asset == photos[3])
        #expect(try await fixture.store.pick(in: "a", at: 4, now: StoreFixture.time(6)) == nil)
    }

    @Test("A session that is made with photos selected has them at once")
    func preselected() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClient("notes")
        let photos = [StoreFixture.photo("b"), StoreFixture.photo("a", bytes: 5)]
        let new = NewSession(
            identifier: "s1", client: client.identifier, library: "/photos", configuration: .unrestricted,
            selection: AssetSelection(photos.map { AssetSelection.Part.asset($0) }), deadline: StoreFixture.time(60),
            expires: StoreFixture.time(600))
        let added = try await fixture.store.addSession(new, now: StoreFixture.start)
        #expect(added.state == .pending && added.count == 2 && added.byteTotal == 15)
        let session = try await fixture.store.pickingSession("s1", in: "/photos", now: StoreFixture.start)
        #expect(session?.selection.assets == photos)
        #expect(try await fixture.store.selectedAssets(of: "s1", offset: 0, limit: 9) == photos)
    }

    @Test("No session is made for a program that is revoked")
    func ofRevoked() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClient("notes")
        #expect(try await fixture.store.revokeClient("notes", now: StoreFixture.start))
        let error = await #expect(throws: SessionStoreError.self) { try await fixture.addSession("s1", of: client) }
        guard case .unknownClient? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await fixture.store.session("s1", now: StoreFixture.start) == nil)
    }

    @Test("Texts that differ behind a NUL are different")
    func nul() async throws {
        let fixture = try StoreFixture()
        let client = try await fixture.addClient("notes")
        let first = try await fixture.addSession("s1", of: client, requestID: "r\0a")
        let second = try await fixture.addSession("s2", of: client, requestID: "r\0\0b")
        #expect(first.identifier == "s1" && second.identifier == "s2")
        #expect(try await fixture.addSession("s3", of: client, requestID: "r\0a").identifier == "s1")
        #expect(try await fixture.store.session("s1\0", now: StoreFixture.time(1)) == nil)
    }

    @Test("Only the client of a session deletes it, and what was picked goes with it")
    func deleting() async throws {
        let fixture = try StoreFixture()
        let (one, two) = (try await fixture.addClient("one"), try await fixture.addClient("two"))
        _ = try await fixture.addSession("s1", of: one)
        _ = try await fixture.store.updateSession("s1", in: "/photos", now: StoreFixture.start) {
            try $0.finish(resolved: [StoreFixture.photo("a")])
        }
        #expect(try await !fixture.store.deleteSession("s1", of: two.identifier))
        #expect(try await fixture.store.deleteSession("s1", of: one.identifier))
        #expect(try await !fixture.store.deleteSession("s1", of: one.identifier))
        #expect(try await fixture.store.selectedAssets(of: "s1", offset: 0, limit: 9).isEmpty)
    }

    @Test("Two that end a session at once end it once, through two stores of one file")
    func shared() async throws {
        let fixture = try StoreFixture()
        let other = try fixture.openAgain()
        let client = try await fixture.addClient("notes")
        _ = try await fixture.addSession("s1", of: client)
        let ends = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                let store = number.isMultiple(of: 2) ? fixture.store : other
                group.addTask {
                    let ended = try? await store.updateSession("s1", in: "/photos", now: StoreFixture.start) {
                        session in
                        if number < 10 { try session.cancel() } else { try session.finish() }
                    }
                    return ended != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(ends == 1)
        let seen = try await other.session("s1", now: StoreFixture.start)
        #expect(try await fixture.store.session("s1", now: StoreFixture.start) == seen && seen?.state != .pending)
    }

    @Test("What was picked for one client is given to no other, whatever that one picked itself")
    func ownPicks() async throws {
        let fixture = try StoreFixture()
        let (own, foreign) = (Secret(), Secret())
        let notes = try await fixture.addClient("notes", secret: own)
        let frame = try await fixture.addClient("frame", secret: foreign)
        for (identifier, client) in [("s1", notes), ("s2", frame)] {
            _ = try await fixture.addSession(identifier, of: client)
            _ = try await fixture.store.updateSession(identifier, in: "/photos", now: StoreFixture.start) {
                try $0.finish(resolved: [StoreFixture.photo("of \(identifier)")])
            }
        }
        let (store, now) = (fixture.store, StoreFixture.time(599))
        let pick = try await store.pick(in: "s1", at: 0, bySecret: own.hash, now: now)
        #expect(pick?.asset == StoreFixture.photo("of s1") && pick?.session.client == notes)
        #expect(try await store.pick(in: "s1", at: 0, bySecret: foreign.hash, now: now) == nil)
        #expect(try await store.pick(in: "s2", at: 0, bySecret: own.hash, now: now) == nil)
        #expect(try await store.pick(in: "s1", at: 1, bySecret: own.hash, now: now) == nil)
        #expect(try await store.pick(in: "s1", at: 0, bySecret: own.hash, now: StoreFixture.time(600)) == nil)
        #expect(try await store.session("s1", of: notes.identifier, now: now)?.identifier == "s1")
        #expect(try await store.session("s1", of: frame.identifier, now: now) == nil)
        #expect(try await store.session("s1", of: notes.identifier, now: StoreFixture.time(600)) == nil)
    }

    @Test("What is over is forgotten at its end, and nothing before that")
    func forgetting() async throws {
        let fixture = try StoreFixture()
        _ = try await fixture.addSession("s1", of: fixture.addClient("notes"))
        let store = fixture.store
        let codes = [Secret().hash, Secret().hash]
        for (code, second) in zip(codes, [600, 601] as [Int64]) {
            try await store.addSignInCode(code, now: StoreFixture.start, expires: StoreFixture.time(second))
            try await store.addSignIn(
                NewSignIn(
                    cookie: Secret().hash, proof: Secret().hash, method: .link, browser: "Until \(second)",
                    created: StoreFixture.start, expires: StoreFixture.time(second)))
        }
        func left() async throws -> [Int] {
            try await store.read { store in
                try ["session", "sign_in", "sign_in_code"].map { table in
                    try store.number(SQL("SELECT count(*) FROM ") + SQL(try #require(SQLName(table))))
                }
            }
        }
        try await store.removeExpired(now: StoreFixture.time(599))
        #expect(try await left() == [1, 2, 2])
        try await store.removeExpired(now: StoreFixture.time(600))
        #expect(try await left() == [0, 1, 1])
        #expect(try await store.signIns(now: StoreFixture.start).map(\.browser) == ["Until 601"])
    }

    @Test("A configuration is read as earlier versions stored it, and refused if this one does not know what it says")
    func configurations() throws {
        let stored = """
            {"selectionLimit":5,"minimum":1,"mediaFilter":"video","isOrdered":true,"preselected":["x"],\
            "representationMode":"compatible","allowsWholeAlbums":true}
            """
        let expected = PickingConfiguration(
            selectionLimit: 5, minimum: 1, mediaFilter: .video, isOrdered: true, preselected: ["x"],
            representationMode: .compatible, allowsWholeAlbums: true)
        #expect(try ConfigurationColumn(stored).configuration() == expected)
        let unlimited = stored.replacing("\"selectionLimit\":5,", with: "")
        #expect(try ConfigurationColumn(unlimited).configuration().selectionLimit == nil)
        for (known, unknown) in [("video", "smell"), ("compatible", "best"), ("\"minimum\":1", "\"minimum\":6")] {
            let text = stored.replacing(known, with: unknown)
            let error = #expect(throws: SessionStoreError.self) { try ConfigurationColumn(text).configuration() }
            guard case .unusable? = error else {
                Issue.record("\(unknown): \(String(describing: error))")
                continue
            }
        }
    }
}
