package import BackendKit
package import PhotoModel

/// Signs in with e-mail and password. The token that the server returns is kept, never the password.
extension ImmichBackend: AccountBackend {
    private static let fields = [
        SettingDescription(
            key: "email", title: "E-mail", help: "The address of the account in Immich", isRequired: true),
        SettingDescription(
            key: "password", title: "Password", help: "It is not kept; what Immich gives for it is", isRequired: true,
            isSecret: true),
    ]

    package func signIn(_ request: SignInRequest, call: BackendCall) throws(PhotoError) -> SignInPrompt {
        guard Credentials.key(of: request.library) == nil else {
            throw .unsupported("this library opens with its API key, so there is nothing to sign in to")
        }
        guard request.state ?? Self.state == Self.state else { throw .invalidArgument("no such state of a sign-in") }
        guard !request.answers.isEmpty else { return Self.question(nil) }
        if let objection = SettingDescription.objection(to: request.answers, by: Self.fields) {
            throw .invalidArgument(objection)
        }
        let (email, password) = (request.answers["email"] ?? "", request.answers["password"] ?? "")
        let settings = try LibrarySettings(request.library, .account(email: email, password: password))
        let server = Self.server(settings)
        _ = try Access.version(of: server, call)
        let token: String
        do throws(PhotoError) {
            token = try server.signIn(call)
        } catch {
            guard error.status == .signInRequired else { throw error }
            return Self.question(error.message)
        }
        try request.library.secrets.keep(Array(token.utf8), for: Credentials.tokenKey)
        return SignInPrompt(.done(account: email))
    }

    package func signOut(of library: OpenRequest, call: BackendCall) throws(PhotoError) {
        guard let token = try library.secrets.read(Credentials.tokenKey) else { return }
        try library.secrets.keep(nil, for: Credentials.tokenKey)
        let settings = try LibrarySettings(library, .session(String(decoding: token, as: UTF8.self)))
        do throws(PhotoError) {
            _ = try Self.server(settings).document(.post("/auth/logout", .object([])), call)
        } catch {
            // A session that the server does not know has ended already.
            guard error.status == .signInRequired else { throw error }
        }
    }

    /// There is a single step, whose answers are all that is needed.
    private static let state = Array("immich-sign-in/1".utf8)

    private static func question(_ message: String?) -> SignInPrompt {
        SignInPrompt(.fields(fields), message: message, state: state)
    }
}
