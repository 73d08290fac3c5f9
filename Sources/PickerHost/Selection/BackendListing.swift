public import PhotoModel

/// One plugin that was found, and what became of it: a line of `picker backends` and `picker doctor`.
public struct BackendListing: Sendable {
    /// Whether a plugin can be used.
    public enum Verdict: Sendable, Hashable {
        /// It loads, and its probe succeeds.
        case usable
        /// It cannot run here; the error says why and what would change it.
        case unusable(PhotoError)
        /// Another plugin with the same id comes first; this is its path.
        case shadowed(by: String)
    }

    /// The plugin's file.
    public let path: String
    /// The manifest beside it; nil when it has none.
    public let manifestPath: String?
    /// What the plugin says about itself; nil when it did not get that far.
    public let description: BackendInfo?
    /// The folder of the search path in which it was found; nil when it was given by its path.
    public let folder: BackendSearchPath.Folder?
    /// Whether it can be used.
    public let verdict: Verdict
    /// What the plugin logged while it was tried, for instance what it lacks on this system.
    public let notes: [String]
    /// The capabilities in its manifest that this host does not know.
    public internal(set) var unknownCapabilities: [String] = []

    /// Whether a library can be opened with it.
    public var isUsable: Bool { verdict == .usable }
}
