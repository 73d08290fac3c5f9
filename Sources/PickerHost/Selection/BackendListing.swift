/// One plugin that was found, and what became of it: a line of `picker backends` and `picker doctor`.
public struct BackendListing: Sendable {
    public enum Verdict: Sendable, Hashable {
        /// It loads, negotiates and probes well.
        case usable
        /// It cannot run here; the error says why and what would change it.
        case unusable(PhotoError)
        /// Another plugin with the same id comes first: that one's path.
        case shadowed(by: String)
    }

    public let path: String
    public let manifestPath: String?
    /// What the plugin says of itself; nil when it never got that far.
    public let description: BackendDescription?
    public let folder: BackendSearchPath.Folder?
    public let verdict: Verdict
    /// What the plugin said while it was tried: what it lacks on this system, for instance.
    public let notes: [String]

    public var isUsable: Bool { verdict == .usable }
}
