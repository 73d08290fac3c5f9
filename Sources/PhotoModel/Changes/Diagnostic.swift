/// A file of the library that is not an asset although one might expect it to be.
public struct Diagnostic: Hashable, Sendable {
    /// The path of the file, from the library's root.
    public var path: AssetPath
    /// Why it is not an asset.
    public var reason: PhotoStatus
    /// One line that says what is wrong.
    public var message: String

    /// - Parameters:
    ///   - path: the path of the file, from the library's root.
    ///   - reason: why it is not an asset.
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

    /// The path for people; U+FFFD stands for what is not UTF-8.
    public var relativePath: String { path.text }
}
