/// One change of a library.
public struct LibraryChange: Hashable, Sendable {
    /// Raw values are those of the backend ABI.
    public enum Kind: UInt32, Sendable {
        /// Anything may have changed; fetch again.
        case reload = 0
        /// Assets or collections were added, removed or changed.
        case inserted, removed, updated
        /// Nothing changed; only the token matters.
        case current
    }

    /// What the identifiers are of. Raw values are those of the backend ABI.
    public enum Subject: UInt32, Sendable {
        /// Assets, whose content, metadata or place in a list may have changed.
        case assets = 0
        /// Collections, whose record, assets or order may have changed.
        case collections
    }

    /// What happened.
    public var kind: Kind
    /// What it happened to.
    public var subject: Subject
    /// The identifiers of the assets or collections concerned; none with `reload` and `current`.
    public var identifiers: [String]
    /// For changes of collections: whether assets were added to them, removed from them or reordered without being named in a
    /// change of assets.
    public var concernsMembers = false
    /// An opaque token for the state of the library after this change, also valid in later runs; nil when the backend
    /// keeps no record of changes.
    public var token: [UInt8]?

    /// - Parameters:
    ///   - kind: what happened.
    ///   - subject: what it happened to.
    ///   - identifiers: those of the assets or collections concerned.
    ///   - token: stands for the state of the library after this change.
    public init(_ kind: Kind, of subject: Subject = .assets, _ identifiers: [String] = [], token: [UInt8]? = nil) {
        self.kind = kind
        self.subject = subject
        self.identifiers = identifiers
        self.token = token
    }

    /// A change of unknown extent.
    public static let reload = LibraryChange(.reload)

    /// Assets or collections were added.
    public static func inserted(
        _ identifiers: [String], of subject: Subject = .assets, token: [UInt8]? = nil
    ) -> LibraryChange {
        LibraryChange(.inserted, of: subject, identifiers, token: token)
    }

    /// Assets or collections were removed.
    public static func removed(
        _ identifiers: [String], of subject: Subject = .assets, token: [UInt8]? = nil
    ) -> LibraryChange {
        LibraryChange(.removed, of: subject, identifiers, token: token)
    }

    /// Assets or collections were changed.
    public static func updated(
        _ identifiers: [String], of subject: Subject = .assets, token: [UInt8]? = nil
    ) -> LibraryChange {
        LibraryChange(.updated, of: subject, identifiers, token: token)
    }

    /// Nothing changed; gives the token for the state of the library.
    public static func current(_ token: [UInt8]) -> LibraryChange { LibraryChange(.current, token: token) }
}
