/// How much of the library an index looks at again. Raw values are those of the backend ABI.
public enum IndexMode: UInt32, Sendable {
    /// Only what is new or looks changed.
    case refresh = 0
    /// Everything, as if there were no index yet.
    case rebuild
}

/// What was found and done while an index was brought up to date.
public struct IndexReport: Hashable, Sendable {
    /// Files that were looked at: media, sidecars, and what turned out to be neither.
    public var files = 0
    /// How many of these were read because they are new or look changed.
    public var filesRead = 0
    /// Folders that were listed.
    public var folders = 0
    /// Assets in the index now.
    public var assets = 0
    /// Assets that were added.
    public var inserted = 0
    /// Assets whose content or metadata changed.
    public var updated = 0
    /// Assets that were removed.
    public var removed = 0
    /// The number of the library's diagnostics now.
    public var diagnostics = 0

    /// Makes a report of nothing found and nothing done.
    public init() {}

    /// Adds the counts of a refresh right after this one, whose `assets` and `diagnostics` are those that count.
    package mutating func add(_ next: IndexReport) {
        files += next.files
        filesRead += next.filesRead
        folders += next.folders
        inserted += next.inserted
        updated += next.updated
        removed += next.removed
        (assets, diagnostics) = (next.assets, next.diagnostics)
    }
}
