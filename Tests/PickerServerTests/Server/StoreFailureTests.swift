import Cryptography
import PhotoFixtures
import PhotoModel
import PickerHost
import PickingSessions
import Platform
import TestSupport
import Testing

@testable import PickerServer
@testable import SessionStorage

@Suite("A server whose store cannot be written when it begins")
struct StoreFailureTests {
    @Test("ends with the reason, as commands have it", .timeLimit(.minutes(1)))
    func busy() async throws {
        let folder = try TemporaryFolder()
        let (store, other) = (try SQLSessionStore(folder: folder.path), try SQLSessionStore(folder: folder.path))
        let photos = try FixtureFolder()
        let registry = BackendRegistry(searchPath: .standard(environment: nil))
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(root: photos.path, backend: .id("legacy-group")), registry: registry)
        defer { library.close() }
        var configuration = ServerConfiguration(port: 0)
        configuration.store = store
        let server = try PickerServer(library: library, configuration: configuration) { _ in }
        let isOver = Monitor(false)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        async let holding: Void = other.write { _ in
            begin.finish()
            _ = isOver.waitUntil { (isOver: inout Bool) -> Bool? in isOver ? true : nil }
        }
        for await _ in begun {}
        let error = await #expect(throws: PhotoError.self) { try await server.run() }
        #expect(error?.status == .busy)
        isOver.withLock { $0 = true }
        isOver.wakeAll()
        try await holding
    }
}

@Suite("A sign-in in a store that cannot be written")
struct UnwritableSignInTests {
    @Test("lets its browser in all the same, also when the time of its use would be stored", .timeLimit(.minutes(1)))
    func lateUse() async throws {
        let folder = try TemporaryFolder()
        let (store, other) = (try SQLSessionStore(folder: folder.path), try SQLSessionStore(folder: folder.path))
        let start = Timestamp(milliseconds: 1_700_000_000_000)
        let first = SignIn(store: store) { start }
        let secrets = try #require(try await first.redeem(try await first.makeCode(), browser: "Test"))
        let late = SignIn(store: store) { start.adding(seconds: 2 * 3600) }
        let isOver = Monitor(false)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        async let holding: Void = other.write { _ in
            begin.finish()
            _ = isOver.waitUntil { (isOver: inout Bool) -> Bool? in isOver ? true : nil }
        }
        for await _ in begun {}
        let found = try? await late.signIn(cookies: [secrets.cookie.text])
        isOver.withLock { $0 = true }
        isOver.wakeAll()
        try await holding
        #expect(found != nil)
    }
}

@Suite("A program that is revoked while a session is made for it")
struct RevokedProgramTests {
    @Test("is refused as one that was revoked before, and gets no session")
    func beforeSession() async throws {
        let store = try SQLSessionStore.inMemory()
        let now = Timestamp.now
        let client = try await store.addClient("notes", origin: nil, secret: Secret().hash, now: now)
        #expect(try await store.revokeClient("notes", now: now))
        let new = NewSession(
            identifier: "s1", client: client.identifier, library: "/photos", configuration: .unrestricted,
            deadline: now.adding(seconds: 60), expires: now.adding(seconds: 600))
        let refusal = await #expect(throws: ServerError.self) {
            try await ClientSessionRoutes.added(new, to: store, now: now)
        }
        #expect(refusal?.name == "UNAUTHENTICATED")
        #expect(try await store.session("s1", now: now) == nil)
    }
}
