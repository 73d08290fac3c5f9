import BackendAPI
import BackendKit
import PhotoModel
import Platform
import Testing

@testable import ImmichServing

@Suite("Signing in to an Immich server", .enabled(if: FakeImmich.isAvailable, FakeImmich.explanation))
struct SignInTests {
    private static let right = ["email": "admin@example.com", "password": "immich-password"]

    private let backend = ImmichBackend(host: BackendHost())
    private let secrets = KeptSecrets()

    private func place(_ server: FakeImmich) -> OpenRequest {
        var request = OpenRequest(location: Array(server.location.utf8), settings: ["insecure": "yes"])
        request.secrets = secrets.secrets
        return request
    }

    private func status(_ body: () throws -> Void) -> PhotoStatus? {
        do {
            try body()
            return nil
        } catch {
            return (error as? PhotoError)?.status
        }
    }

    /// Answers the question that the backend asks first.
    private func answer(_ server: FakeImmich, _ answers: [String: String]) throws(PhotoError) -> SignInPrompt {
        let first = try backend.signIn(SignInRequest(library: place(server)), call: BackendCall())
        let next = SignInRequest(library: place(server), state: first.state, answers: answers)
        return try backend.signIn(next, call: BackendCall())
    }

    @Test("The right password gives a token, which opens the library; the password is kept nowhere")
    func right() throws {
        let server = try FakeImmich(["--synthetic", "20"])
        #expect(status { _ = try backend.openLibrary(place(server), call: BackendCall()) } == .signInRequired)
        let done = try answer(server, Self.right)
        #expect(done.step == .done(account: "admin@example.com"))
        #expect(secrets.all.count == 1)
        #expect(!secrets.all.values.contains { String(decoding: $0, as: UTF8.self).contains("immich-password") })
        let library = try backend.openLibrary(place(server), call: BackendCall())
        #expect(try library.assets().count == 20)
        #expect(try library.authorizationStatus(call: BackendCall()) == .authorized)
        #expect(library.info(of: ImmichBackend.info).account == "admin@example.com")
    }

    @Test("A wrong password is asked for again, is not repeated, and keeps nothing")
    func wrong() throws {
        let server = try FakeImmich(["--synthetic", "5"])
        for answers in [
            ["email": "admin@example.com", "password": "wrong horse"],
            ["email": "eve@example.com", "password": "immich-password"],
        ] {
            let prompt = try answer(server, answers)
            guard case .fields(let fields) = prompt.step else {
                Issue.record("\(prompt.step)")
                continue
            }
            #expect(fields.map(\.key) == ["email", "password"] && fields.map(\.isSecret) == [false, true])
            #expect(prompt.message?.contains("does not accept") == true)
            #expect(!"\(prompt)".contains("horse") && !"\(prompt)".contains("immich-password"))
            #expect(secrets.all.isEmpty)
        }
        #expect(status { _ = try answer(server, ["email": "a"]) } == .invalidArgument)
        #expect(status { _ = try answer(server, Self.right.merging(["more": "x"]) { $1 }) } == .invalidArgument)
        let alien = SignInRequest(library: place(server), state: [1], answers: Self.right)
        #expect(status { _ = try backend.signIn(alien, call: BackendCall()) } == .invalidArgument)
        server.end()
        #expect(status { _ = try answer(server, Self.right) } == .offline)
    }

    @Test(
        "A sign-in that the server ended, or that was revoked, is SIGN_IN_REQUIRED at once, and another one opens the library"
    )
    func ended() throws {
        let server = try FakeImmich(["--synthetic", "5"])
        _ = try answer(server, Self.right)
        let library = try backend.openLibrary(place(server), call: BackendCall())
        try server.control("POST", "/change", JSON(["op": .text("expire-tokens")]))
        #expect(status { _ = try library.assets() } == .signInRequired)
        #expect(try library.authorizationStatus(call: BackendCall()) == .denied)
        #expect(status { _ = try backend.openLibrary(place(server), call: BackendCall()) } == .signInRequired)
        _ = try answer(server, Self.right)
        let again = try backend.openLibrary(place(server), call: BackendCall())
        #expect(try again.assets().count == 5)
        // It is revoked by another process with the same token.
        try backend.signOut(of: place(server), call: BackendCall())
        #expect(secrets.all.isEmpty)
        #expect(status { _ = try again.assets() } == .signInRequired)
    }

    @Test("Signing out forgets the token also when the server cannot be told, and says so")
    func away() throws {
        let server = try FakeImmich(["--synthetic", "5"])
        _ = try answer(server, Self.right)
        server.end()
        #expect(status { try backend.signOut(of: place(server), call: BackendCall()) } == .offline)
        #expect(secrets.all.isEmpty)
        // There is nothing more to end.
        try backend.signOut(of: place(server), call: BackendCall())
    }

    @Test("Where nothing is kept, no one signs in")
    func nothingKept() throws {
        let server = try FakeImmich(["--synthetic", "5"])
        var library = place(server)
        library.secrets = LibrarySecrets()
        let first = try backend.signIn(SignInRequest(library: library), call: BackendCall())
        let next = SignInRequest(library: library, state: first.state, answers: Self.right)
        #expect(status { _ = try backend.signIn(next, call: BackendCall()) } == .unsupported)
        var withKey = place(server)
        withKey.settings["api-key"] = "x"
        #expect(status { _ = try backend.signIn(SignInRequest(library: withKey), call: BackendCall()) } == .unsupported)
    }
}
