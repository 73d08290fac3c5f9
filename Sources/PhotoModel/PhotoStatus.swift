/// Why an operation did not succeed: the fixed codes of the backend ABI, an open set.
public struct PhotoStatus: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let unsupported = PhotoStatus(rawValue: 1)
    public static let invalidArgument = PhotoStatus(rawValue: 2)
    public static let notFound = PhotoStatus(rawValue: 3)
    public static let accessDenied = PhotoStatus(rawValue: 4)
    public static let changed = PhotoStatus(rawValue: 5)
    public static let corruptMedia = PhotoStatus(rawValue: 6)
    public static let unsupportedFormat = PhotoStatus(rawValue: 7)
    public static let tooLarge = PhotoStatus(rawValue: 8)
    public static let outOfMemory = PhotoStatus(rawValue: 9)
    public static let io = PhotoStatus(rawValue: 10)
    public static let cancelled = PhotoStatus(rawValue: 11)
    public static let deadline = PhotoStatus(rawValue: 12)
    public static let closed = PhotoStatus(rawValue: 13)
    public static let `internal` = PhotoStatus(rawValue: 14)

    private static let names = [
        "UNSUPPORTED", "INVALID_ARGUMENT", "NOT_FOUND", "ACCESS_DENIED", "CHANGED", "CORRUPT_MEDIA",
        "UNSUPPORTED_FORMAT", "TOO_LARGE", "OUT_OF_MEMORY", "IO", "CANCELLED", "DEADLINE", "CLOSED", "INTERNAL",
    ]

    /// The name in JSON: `NOT_FOUND`; a code that is not known is taken for `INTERNAL`.
    public var name: String {
        let index = Int(rawValue) - 1
        return Self.names.indices.contains(index) ? Self.names[index] : "INTERNAL"
    }
}

extension PhotoStatus: CustomStringConvertible {
    public var description: String { name }
}
