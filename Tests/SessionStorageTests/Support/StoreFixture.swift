import Cryptography
import PhotoModel
import PickingSessions
import TestSupport

@testable import SessionStorage

/// A store in a folder of its own.
struct StoreFixture {
    let folder: TemporaryFolder
    let store: SQLiteSessionStore

    static let start = Timestamp(milliseconds: 1_700_000_000_000)

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteSessionStore(folder: folder.path("server"))
    }

    /// The same file, opened once more.
    func openAgain() throws -> SQLiteSessionStore { try SQLiteSessionStore(folder: folder.path("server")) }

    /// A time so many seconds after the start.
    static func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: start.milliseconds + seconds * 1000) }

    static func photo(_ identifier: String, bytes: UInt64 = 10) -> PickedAsset {
        PickedAsset(localIdentifier: identifier, mediaType: .image, byteSize: bytes, contentTag: .max - bytes)
    }

    func addClient(_ name: String, origin: String? = nil, secret: Secret = Secret()) async throws -> Client {
        try await store.addClient(name, origin: origin, secret: secret.hash, now: Self.start)
    }

    /// Asks for a session whose deadline is after 60 seconds, and which is forgotten after 600.
    func addSession(
        _ identifier: String, of client: Client, requestID: String? = nil,
        configuration: PickingConfiguration = .unrestricted
    ) async throws -> StoredSession {
        let new = NewSession(
            identifier: identifier, client: client.identifier, library: "/photos", requestID: requestID,
            configuration: configuration, deadline: Self.time(60), expires: Self.time(600))
        return try await store.addSession(new, now: Self.start)
    }
}
