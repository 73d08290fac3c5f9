internal import BackendKit
internal import PhotoModel

/// How requests of a library are authorized.
enum Credentials: Sendable {
    case key(String)
    /// The token that the server returned for a sign-in.
    case session(String)
    /// An account to sign in with. It is not kept.
    case account(email: String, password: String)

    /// The API key in the settings, or else the token that the host keeps.
    ///
    /// - Throws: `.signInRequired` if there is neither; `.invalidArgument` for a key with invalid characters.
    init(_ request: OpenRequest) throws(PhotoError) {
        if let key = Self.key(of: request) {
            guard key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw .invalidArgument("the setting api-key has characters that no API key of Immich has")
            }
            self = .key(key)
        } else if let token = try request.secrets.read(Self.tokenKey), !token.isEmpty {
            self = .session(String(decoding: token, as: UTF8.self))
        } else {
            throw PhotoError(
                .signInRequired,
                "no one is signed in: sign in (picker libraries sign-in), or set api-key; an Immich server shows photos to no one "
                    + "else")
        }
    }

    /// The name under which the host keeps the token.
    static let tokenKey = "access-token"

    static func key(of request: OpenRequest) -> String? {
        request.settings["api-key"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The texts that no message may contain.
    var secrets: [String] {
        switch self {
        case .key(let key): [key]
        case .session(let token): [token]
        case .account(_, let password): [password]
        }
    }
}
