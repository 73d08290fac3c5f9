internal import PhotoModel

/// How a library proves whose it is.
enum Credentials: Sendable {
    case key(String)
    case account(email: String, password: String)

    init(_ settings: [String: String]) throws(PhotoError) {
        if let key = settings["api-key"], !key.isEmpty {
            guard key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw .invalidArgument("the setting api-key has characters that no API key of Immich has")
            }
            self = .key(key)
        } else if let email = settings["email"], !email.isEmpty, let password = settings["password"], !password.isEmpty
        {
            self = .account(email: email, password: password)
        } else {
            throw .invalidArgument(
                "set api-key, or both email and password: an Immich server shows photos to no one else")
        }
    }

    /// What no message may contain.
    var secrets: [String] {
        switch self {
        case .key(let key): [key]
        case .account(_, let password): [password]
        }
    }
}
