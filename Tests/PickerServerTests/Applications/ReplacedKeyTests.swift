import Cryptography
import Foundation
import PhotoModel
import PickingSessions
import SessionStorage
import TestSupport
import Testing

@testable import PickerServer

@Suite("The links of a server whose store is replaced")
struct ReplacedKeyTests {
    @Test("are those that other servers of the store sign, and no longer those of the old one")
    func replaced() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path("server")
        let store = try SQLSessionStore(folder: data)
        let old = try await store.signingKey()
        let links = VerifiedLinks(store: store)
        try FileManager.default.removeItem(atPath: data)
        let other = try SQLSessionStore(folder: data)
        let (now, secret) = (Timestamp(milliseconds: 1_700_000_000_000), Secret())
        let client = try await other.addClient("notes", origin: nil, secret: secret.hash, now: now)
        let session = NewSession(
            identifier: "s1", client: client.identifier, library: "/photos", configuration: .unrestricted,
            deadline: now.adding(seconds: 60), expires: now.adding(seconds: 600))
        _ = try await other.addSession(session, now: now)
        let photo = PickedAsset(localIdentifier: "a1", mediaType: .image, byteSize: 5, contentTag: 7)
        _ = try await other.updateSession("s1", in: "/photos", now: now) { try $0.finish(resolved: [photo]) }
        func link(signedWith key: MessageKey) async throws -> VerifiedLink? {
            let text = MediaLink.text(
                to: photo, session: "s1", position: 0, client: client.identifier, now: now, key: key)
            return try await links.link(text, secret: secret.hash, now: now)
        }
        let new = try await other.signingKey()
        #expect(try await link(signedWith: new)?.asset == photo)
        #expect(try await link(signedWith: old) == nil)
        #expect(try await store.signingKey().bytes == new.bytes)
    }
}
