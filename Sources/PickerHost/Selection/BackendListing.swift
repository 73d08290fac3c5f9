public import PhotoModel

/// One plugin that was found, and what became of it: a line of `picker backends` and `picker doctor`.
public struct BackendListing: Sendable {
    /// What became of a plugin.
    public enum Verdict: Sendable, Hashable {
        /// It loads, negotiates and probes well.
        case usable
        /// It cannot run here; the error says why and what would change it.
        case unusable(PhotoError)
        /// Another plugin with the same id comes first: that one's path.
        case shadowed(by: String)
    }

    /// The plugin's file.
    public let path: String
    /// The manifest beside it; nil when it has none.
    public let manifestPath: String?
    /// What the plugin says of itself; nil when it never got that far.
    public let description: BackendInfo?
    /// The folder of the search path in which it was found; nil when it was named.
    public let folder: BackendSearchPath.Folder?
    /// What became of it.
    public let verdict: Verdict
    /// What the plugin said while it was tried: what it lacks on this system, for instance.
    public let notes: [String]

    /// Whether a library can be opened with it.
    public var isUsable: Bool { verdict == .usable }
}
