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
