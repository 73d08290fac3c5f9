import Cryptography
import PhotoModel
import PickingSessions
import SessionStorage
import TestSupport
import Testing

@testable import PickerServer

@Suite("Links to what was picked")
struct MediaLinkTests {
    private static let start = Timestamp(milliseconds: 1_700_000_000_000)
    private let photo = PickedAsset(localIdentifier: "a1", mediaType: .image, byteSize: 5, contentTag: 7)

    private func time(_ seconds: Int) -> Timestamp { Self.start.adding(seconds: seconds) }

    @Test("are for one client, one session, one place in it and one version of one asset, and for an hour")
    func signed() throws {
        let key = MessageKey()
        let text = MediaLink.text(
            to: photo, session: "s1", position: 3, client: 9, now: Self.start, key: key)
        let link = try #require(MediaLink(text))
        #expect(link.session == "s1" && link.position == 3)
        #expect(link.isMade(for: photo, client: 9, key: key))
        #expect(!link.isMade(for: photo, client: 8, key: key) && !link.isMade(for: photo, client: 9, key: MessageKey()))
        let rewritten = PickedAsset(localIdentifier: "a1", mediaType: .image, byteSize: 5, contentTag: 8)
        let other = PickedAsset(localIdentifier: "a2", mediaType: .image, byteSize: 5, contentTag: 7)
        for asset in [rewritten, other] { #expect(!link.isMade(for: asset, client: 9, key: key)) }
        #expect(!link.isExpired(time(3599)) && link.isExpired(time(3600)))
        let parts = text.split(separator: ".").map(String.init)
        for (place, value) in [(0, "s2"), (1, "4"), (2, "1700009999")] {
            var changed = parts
            changed[place] = value
            let forged = try #require(MediaLink(changed.joined(separator: ".")))
            #expect(!forged.isMade(for: photo, client: 9, key: key), "\(changed)")
        }
        for wrong in ["", "s1.3.1", "s1.-1.1.c", "s1.03.1.c", "s1.3.+1.c", "s1.3.1.c.d"] {
            #expect(MediaLink(wrong)?.session == nil, "\(wrong)")
        }
    }

    @Test("that were followed before lead nowhere once their session is over, or their client is revoked elsewhere")
    func verified() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLSessionStore(folder: folder.path("server"))
        let (secret, start) = (Secret(), Self.start)
        let client = try await store.addClient("notes", origin: nil, secret: secret.hash, now: start)
        let session = NewSession(
            identifier: "s1", client: client.identifier, library: "/photos", configuration: .unrestricted,
            deadline: time(60), expires: time(600))
        _ = try await store.addSession(session, now: start)
        let photo = photo
        _ = try await store.updateSession("s1", in: "/photos", now: start) { try $0.finish(resolved: [photo]) }
        let key = try await store.signingKey()
        let text = MediaLink.text(
            to: photo, session: "s1", position: 0, client: client.identifier, now: start, key: key)
        let links = VerifiedLinks(store: store)
        for seconds in [1, 2, 599] {
            let link = try await links.link(text, secret: secret.hash, now: time(seconds))
            #expect(link?.asset == photo && link?.library == "/photos" && link?.expires == time(600))
        }
        #expect(try await links.link(text, secret: Secret().hash, now: time(1)) == nil)
        #expect(try await links.link(text, secret: secret.hash, now: time(600)) == nil)
        let other = try SQLSessionStore(folder: folder.path("server"))
        #expect(try await other.revokeClient("notes", now: time(3)))
        #expect(try await links.link(text, secret: secret.hash, now: time(4)) == nil)
    }

    @Test("of pages lead on in the list that gave them, and in no other")
    func pageTokens() {
        let key = MessageKey()
        let text = PageToken(offset: 50).text(session: "s1", key: key)
        #expect(PageToken(text, session: "s1", key: key)?.offset == 50)
        #expect(PageToken(text, session: "s2", key: key)?.offset == nil)
        #expect(PageToken(text, session: "s1", key: MessageKey())?.offset == nil)
        let code = text.dropFirst(3)
        for wrong in ["51.\(code)", "050.\(code)", "-50.\(code)", "0.\(code)", "50", "", "\(text).x"] {
            #expect(PageToken(wrong, session: "s1", key: key)?.offset == nil, "\(wrong)")
        }
    }

    @Test("of pages have as many items as was asked for, fifty unless that is said, and a hundred at most")
    func pageSizes() throws {
        #expect(try [nil, "", "0"].map { try ListPage.size($0) } == [50, 50, 50])
        #expect(try ["1", "100", "101", "99999999999999999999"].map { try ListPage.size($0) } == [1, 100, 100, 100])
        for wrong in ["-1", "x", "1.5", " 1", "+1"] {
            #expect(throws: ServerError.self, "\(wrong)") { try ListPage.size(wrong) }
        }
    }

    @Test("lead nowhere after their hour, however long their session is kept, followed before or not")
    func outlived() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLSessionStore(folder: folder.path("server"))
        let secret = Secret()
        let photo = photo
        let client = try await store.addClient("notes", origin: nil, secret: secret.hash, now: Self.start)
        let session = NewSession(
            identifier: "s1", client: client.identifier, library: "/photos", configuration: .unrestricted,
            deadline: time(60), expires: time(86_400))
        _ = try await store.addSession(session, now: Self.start)
        let key = try await store.signingKey()
        let text = MediaLink.text(
            to: photo, session: "s1", position: 0, client: client.identifier, now: Self.start, key: key)
        let links = VerifiedLinks(store: store)
        #expect(try await links.link(text, secret: secret.hash, now: time(1)) == nil, "it is not picked yet")
        _ = try await store.updateSession("s1", in: "/photos", now: time(2)) { try $0.finish(resolved: [photo]) }
        let link = try await links.link(text, secret: secret.hash, now: time(3599))
        #expect(link?.expires == time(3600) && link?.client == client && link?.mode == .current)
        #expect(try await links.link(text, secret: secret.hash, now: time(3600)) == nil)
        #expect(try await VerifiedLinks(store: store).link(text, secret: secret.hash, now: time(3600)) == nil)
        let next = MediaLink.text(
            to: photo, session: "s1", position: 1, client: client.identifier, now: Self.start, key: key)
        #expect(try await links.link(next, secret: secret.hash, now: time(3)) == nil, "only one was picked")
    }
}
