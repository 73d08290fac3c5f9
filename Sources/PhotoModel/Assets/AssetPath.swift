/// The path of a file inside a library, in the bytes of the file system: file names need not be UTF-8.
public struct AssetPath: Hashable, Sendable {
    /// The path from the library's root, with "/" between its parts.
    public let bytes: [UInt8]

    /// - Parameter bytes: as the file system has them.
    public init(bytes: [UInt8]) { self.bytes = bytes }
    /// - Parameter text: a path that is UTF-8.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// The path for people; U+FFFD stands for what is not UTF-8.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether `text` is exactly the path.
    public var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }
}
