/// One change of a library.
public struct LibraryChange: Hashable, Sendable {
    /// Raw values are those of the backend ABI.
    public enum Kind: UInt32, Sendable {
        /// Anything may have changed: fetch again.
        case reload = 0
        /// Assets came, went, or have other content or metadata.
        case inserted, removed, updated
    }

    public var kind: Kind
    /// Assets concerned; none with `reload`.
    public var identifiers: [String]
    /// Where the library stands after this change, opaque, good in later runs too; nil when the backend keeps no record.
    public var token: [UInt8]?

    public init(_ kind: Kind, _ identifiers: [String] = [], token: [UInt8]? = nil) {
        self.kind = kind
        self.identifiers = identifiers
        self.token = token
    }

    public static let reload = LibraryChange(.reload)

    public static func inserted(_ identifiers: [String], token: [UInt8]? = nil) -> LibraryChange {
        LibraryChange(.inserted, identifiers, token: token)
    }

    public static func removed(_ identifiers: [String], token: [UInt8]? = nil) -> LibraryChange {
        LibraryChange(.removed, identifiers, token: token)
    }

    public static func updated(_ identifiers: [String], token: [UInt8]? = nil) -> LibraryChange {
        LibraryChange(.updated, identifiers, token: token)
    }

    /// Nothing but where the library stands.
    public static func current(_ token: [UInt8]) -> LibraryChange { .updated([], token: token) }
}

/// Something on the disk that is not an asset though one might expect it.
public struct Diagnostic: Hashable, Sendable {
    /// From the library's root.
    public var path: AssetPath
    public var reason: PhotoStatus
    /// One line that says what is wrong.
    public var message: String

    public init(path: AssetPath, reason: PhotoStatus, message: String) {
        self.path = path
        self.reason = reason
        self.message = message
    }

    public init(relativePath: String, reason: PhotoStatus, message: String) {
        self.init(path: AssetPath(relativePath), reason: reason, message: message)
    }

    /// For people; U+FFFD stands for what is not UTF-8.
    public var relativePath: String { path.text }
}
