/// Why an operation did not succeed: the status codes of the backend ABI, an open set in three ranges.
public struct PhotoStatus: RawRepresentable, Hashable, Sendable {
    /// The code of the ABI.
    public let rawValue: Int32
    /// - Parameter rawValue: a code of the ABI; see `understood` for one that is not known.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    // Permanent

    /// The backend does not offer this.
    public static let unsupported = PhotoStatus(rawValue: 1)
    /// The caller broke the contract.
    public static let invalidArgument = PhotoStatus(rawValue: 2)
    /// It does not exist.
    public static let notFound = PhotoStatus(rawValue: 3)
    /// The file is damaged beyond use.
    public static let corruptMedia = PhotoStatus(rawValue: 4)
    /// The format is known, but the backend cannot decode it.
    public static let unsupportedFormat = PhotoStatus(rawValue: 5)
    /// A limit on pixels, bytes or records was exceeded.
    public static let tooLarge = PhotoStatus(rawValue: 6)
    /// What was to be made exists already.
    public static let alreadyExists = PhotoStatus(rawValue: 7)
    /// The library was closed.
    public static let closed = PhotoStatus(rawValue: 8)
    /// A fault of the backend or the host.
    public static let `internal` = PhotoStatus(rawValue: 9)

    // Transient

    /// The file is not the version that the caller knows.
    public static let changed = PhotoStatus(rawValue: 1000)
    /// The system has no memory to give.
    public static let outOfMemory = PhotoStatus(rawValue: 1001)
    /// The storage failed.
    public static let io = PhotoStatus(rawValue: 1002)
    /// The caller no longer wants the answer.
    public static let cancelled = PhotoStatus(rawValue: 1003)
    /// The deadline of the call has passed.
    public static let deadline = PhotoStatus(rawValue: 1004)
    /// The place where the photos are cannot be reached.
    public static let offline = PhotoStatus(rawValue: 1005)
    /// The server or the file that is needed has too much to do, or is in use.
    public static let busy = PhotoStatus(rawValue: 1006)
    /// There were too many requests in a short time.
    public static let rateLimited = PhotoStatus(rawValue: 1007)
    /// What did the work ended before the work was done, such as a server that restarts.
    public static let stopped = PhotoStatus(rawValue: 1008)
    /// The answer is not known until more has been read, such as the count of a fetch before its end.
    public static let notYet = PhotoStatus(rawValue: 1009)

    // Needs a person

    /// The storage refuses access.
    public static let accessDenied = PhotoStatus(rawValue: 2000)
    /// No one is signed in where the photos are, or the sign-in has ended.
    public static let signInRequired = PhotoStatus(rawValue: 2001)
    /// The user or an administrator has to agree to it at the service where the photos are.
    public static let consentRequired = PhotoStatus(rawValue: 2002)
    /// It needs the network, which is not allowed.
    public static let networkNotAllowed = PhotoStatus(rawValue: 2003)
    /// The storage is full.
    public static let noSpace = PhotoStatus(rawValue: 2004)
    /// The user's share of the storage or of a service is used up.
    public static let quota = PhotoStatus(rawValue: 2005)

    private static let names: [PhotoStatus: String] = [
        .unsupported: "UNSUPPORTED", .invalidArgument: "INVALID_ARGUMENT", .notFound: "NOT_FOUND",
        .corruptMedia: "CORRUPT_MEDIA", .unsupportedFormat: "UNSUPPORTED_FORMAT", .tooLarge: "TOO_LARGE",
        .alreadyExists: "ALREADY_EXISTS", .closed: "CLOSED", .internal: "INTERNAL",
        .changed: "CHANGED", .outOfMemory: "OUT_OF_MEMORY", .io: "IO", .cancelled: "CANCELLED", .deadline: "DEADLINE",
        .offline: "OFFLINE", .busy: "BUSY", .rateLimited: "RATE_LIMITED", .stopped: "STOPPED",
        .notYet: "NOT_YET",
        .accessDenied: "ACCESS_DENIED", .signInRequired: "SIGN_IN_REQUIRED", .consentRequired: "CONSENT_REQUIRED",
        .networkNotAllowed: "NETWORK_NOT_ALLOWED", .noSpace: "NO_SPACE", .quota: "QUOTA",
    ]

    /// The name in JSON, such as `NOT_FOUND`; for an unknown code, the name of the status that it is understood as.
    public var name: String { Self.names[understood] ?? "INTERNAL" }
}

extension PhotoStatus {
    /// What it takes for a call that failed to succeed.
    public enum Kind: Hashable, Sendable {
        /// Nothing helps: it fails again.
        case permanent
        /// Time helps: it may succeed later.
        case transient
        /// A person has to do something; the message says what.
        case needsPerson
    }

    /// What it takes for the same call to succeed; the range of the code says that even of an unknown one.
    public var kind: Kind {
        switch rawValue {
        case 1000..<2000: .transient
        case 2000..<3000: .needsPerson
        default: .permanent
        }
    }

    /// Whether what failed may pass by itself, so that the same call is worth making again. Not if the call was to end.
    package var mayPass: Bool { kind == .transient && self != .cancelled && self != .deadline }

    /// The same status, or for an unknown code the most general one of its kind: `internal`, `busy` or `accessDenied`.
    public var understood: PhotoStatus {
        if Self.names[self] != nil { return self }
        return switch kind {
        case .permanent: .internal
        case .transient: .busy
        case .needsPerson: .accessDenied
        }
    }
}

extension PhotoStatus: CustomStringConvertible {
    /// The name in JSON.
    public var description: String { name }
}
