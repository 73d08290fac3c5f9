/// One change of a library.
public struct LibraryChange: Hashable, Sendable {
    /// Raw values are those of the backend ABI.
    public enum Kind: UInt32, Sendable {
        /// Anything may have changed: fetch again.
        case reload = 0
        /// Assets or collections came, went, or are others than they were.
        case inserted, removed, updated
        /// Nothing happened: the token is what matters.
        case current
    }

    /// What the identifiers are of. Raw values are those of the backend ABI.
    public enum Subject: UInt32, Sendable {
        /// Assets, whose content, metadata or place in a list is another.
        case assets = 0
        /// Collections, whose record, or whose assets or their order, is another.
        case collections
    }

    /// What happened.
    public var kind: Kind
    /// What it happened to.
    public var subject: Subject
    /// Of the assets or collections concerned; none with `reload` and `current`.
    public var identifiers: [String]
    /// Of collections: whether assets came into them, left them or changed places that no change of assets names.
    public var concernsMembers = false
    /// The state of the library after this change, opaque, good in later runs too; nil when the backend keeps no
    /// record.
    public var token: [UInt8]?

    /// - Parameters:
    ///   - kind: what happened.
    ///   - subject: what it happened to.
    ///   - identifiers: of the assets or collections that it happened to.
    ///   - token: where the library is after this change.
    public init(_ kind: Kind, of subject: Subject = .assets, _ identifiers: [String] = [], token: [UInt8]? = nil) {
        self.kind = kind
        self.subject = subject
        self.identifiers = identifiers
        self.token = token
    }

    /// A change of unknown extent.
    public static let reload = LibraryChange(.reload)

    /// What is new.
    public static func inserted(
        _ identifiers: [String], of subject: Subject = .assets, token: [UInt8]? = nil
    ) -> LibraryChange {
        LibraryChange(.inserted, of: subject, identifiers, token: token)
    }

    /// What is gone.
    public static func removed(
        _ identifiers: [String], of subject: Subject = .assets, token: [UInt8]? = nil
    ) -> LibraryChange {
        LibraryChange(.removed, of: subject, identifiers, token: token)
    }

    /// What is another than it was.
    public static func updated(
        _ identifiers: [String], of subject: Subject = .assets, token: [UInt8]? = nil
    ) -> LibraryChange {
        LibraryChange(.updated, of: subject, identifiers, token: token)
    }

    /// Nothing but the state of the library.
    public static func current(_ token: [UInt8]) -> LibraryChange { LibraryChange(.current, token: token) }
}
