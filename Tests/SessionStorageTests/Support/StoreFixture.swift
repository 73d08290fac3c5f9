import Cryptography
import Foundation
import GRDB
import PhotoModel
import PickingSessions
import PostgresClient
import TestSupport

@testable import SessionStorage

/// A store of its own: in a folder; or, where `PICKER_TEST_STORE` names one, in a schema of a PostgreSQL (`make test-cluster`).
struct StoreFixture {
    let folder: TemporaryFolder
    let store: SQLSessionStore
    private let schema: TestSchema?

    /// The path of the store's file.
    var file: String { folder.path("server/sessions.sqlite") }

    static let start = Timestamp(milliseconds: 1_700_000_000_000)
    /// Whether stores are files, as they are unless a PostgreSQL is named.
    static let isFile = TestSchema.server == nil

    init() throws {
        folder = try TemporaryFolder()
        schema = try TestSchema.server.map { try TestSchema($0) }
        store = try Self.open(folder, schema)
    }

    /// The same store, opened once more, as by another process.
    func openAgain() throws -> SQLSessionStore { try Self.open(folder, schema) }

    private static func open(_ folder: TemporaryFolder, _ schema: TestSchema?) throws -> SQLSessionStore {
        if let schema { return try SQLSessionStore(at: schema.address) }
        return try SQLSessionStore(folder: folder.path("server"))
    }

    /// A time so many seconds after the start.
    static func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: start.milliseconds + seconds * 1000) }

    static func photo(_ identifier: String, bytes: UInt64 = 10) -> PickedAsset {
        PickedAsset(localIdentifier: identifier, mediaType: .image, byteSize: bytes, contentTag: .max - bytes)
    }

    func addClient(_ name: String, origin: String? = nil, secret: Secret = Secret()) async throws -> Client {
        try await store.addClient(name, origin: origin, secret: secret.hash, now: Self.start)
    }

    /// One that is told what happens, at an address of its name.
    func addClientWithWebhook(_ name: String) async throws -> Client {
        let client = try await addClient(name)
        try await store.setWebhook(
            of: client.identifier, address: "https://\(name).example/", key: MessageKey())
        return client
    }

    /// Adds a client, copies the store's file, and adds another client, which the copy does not have.
    func copyBetweenClients() async throws -> (copy: String, kept: Secret, late: Secret) {
        let (kept, late) = (Secret(), Secret())
        _ = try await addClient("notes", secret: kept)
        let copy = folder.path("copy.sqlite")
        try DatabaseQueue(path: file).backup(to: DatabaseQueue(path: copy))
        _ = try await addClient("late", secret: late)
        return (copy, kept, late)
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

extension SQLSessionStore {
    /// The sign-in with this cookie; nil if there is none, or it has expired.
    func signIn(withCookie cookie: SHA256Digest, now: Timestamp) async throws -> StoredSignIn? {
        try await signIns(withCookies: [cookie], now: now)[cookie]
    }
}
