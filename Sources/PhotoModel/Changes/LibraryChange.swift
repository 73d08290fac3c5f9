/// One change of a library.
public struct LibraryChange: Hashable, Sendable {
    /// Raw values are those of the backend ABI.
    public enum Kind: UInt32, Sendable {
        /// Anything may have changed: fetch again.
        case reload = 0
        /// Assets came, went, or have other content or metadata.
        case inserted, removed, updated
    }

    /// What happened.
    public var kind: Kind
    /// Assets concerned; none with `reload`.
    public var identifiers: [String]
    /// The state of the library after this change, opaque, good in later runs too; nil when the backend keeps no
    /// record.
    public var token: [UInt8]?

    /// - Parameters:
    ///   - kind: what happened.
    ///   - identifiers: of the assets that it happened to.
    ///   - token: where the library is after this change.
    public init(_ kind: Kind, _ identifiers: [String] = [], token: [UInt8]? = nil) {
        self.kind = kind
        self.identifiers = identifiers
        self.token = token
    }

    /// A change of unknown extent.
    public static let reload = LibraryChange(.reload)

    /// Assets that are new.
    public static func inserted(_ identifiers: [String], token: [UInt8]? = nil) -> LibraryChange {
        LibraryChange(.inserted, identifiers, token: token)
    }

    /// Assets that are gone.
    public static func removed(_ identifiers: [String], token: [UInt8]? = nil) -> LibraryChange {
        LibraryChange(.removed, identifiers, token: token)
    }

    /// Assets with other content or metadata; without identifiers, some or none.
    public static func updated(_ identifiers: [String], token: [UInt8]? = nil) -> LibraryChange {
        LibraryChange(.updated, identifiers, token: token)
    }

    /// Nothing but the state of the library.
    public static func current(_ token: [UInt8]) -> LibraryChange { .updated([], token: token) }
}

/// Something on the disk that is not an asset though one might expect it.
public struct Diagnostic: Hashable, Sendable {
    /// From the library's root.
    public var path: AssetPath
    /// Why it is no asset.
    public var reason: PhotoStatus
    /// One line that says what is wrong.
    public var message: String

    /// - Parameters:
    ///   - path: from the library's root.
    ///   - reason: why it is no asset.
    ///   - message: one line that says what is wrong.
    public init(path: AssetPath, reason: PhotoStatus, message: String) {
        self.path = path
        self.reason = reason
        self.message = message
    }

    /// The same with a path that is UTF-8.
    public init(relativePath: String, reason: PhotoStatus, message: String) {
        self.init(path: AssetPath(relativePath), reason: reason, message: message)
    }

    /// For people; U+FFFD stands for what is not UTF-8.
    public var relativePath: String { path.text }
}
