internal import BackendKit
internal import PhotoModel

/// How a library proves whose it is.
enum Credentials: Sendable {
    case key(String)
    /// The token that a sign-in gave.
    case session(String)
    /// Signs in, and is kept nowhere.
    case account(email: String, password: String)

    /// What a library is opened with.
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

    /// By which the host keeps the token.
    static let tokenKey = "access-token"

    static func key(of request: OpenRequest) -> String? {
        request.settings["api-key"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What no message may contain.
    var secrets: [String] {
        switch self {
        case .key(let key): [key]
        case .session(let token): [token]
        case .account(_, let password): [password]
        }
    }
}
