/// One change of a library.
public enum LibraryChange: Hashable, Sendable {
    /// Anything may have changed: fetch again.
    case reload
    /// Assets with these identifiers came, went, or have other content or metadata.
    case inserted([String])
    case removed([String])
    case updated([String])
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
