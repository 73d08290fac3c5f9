/// How much of a library a refresh looks at.
package enum RefreshMode: Hashable, Sendable {
    /// Compare the status of every file with what the index knows.
    case full
    /// Compare the status of every folder, and of files only in folders where names were added or removed. Files that
    /// were rewritten in place are not noticed. An index whose first scan was never completed is refreshed in full
    /// instead.
    case quick
    /// Compare the files of these folders (paths from the root), and everything in folders that are new in them.
    case folders(Set<[UInt8]>)
}
