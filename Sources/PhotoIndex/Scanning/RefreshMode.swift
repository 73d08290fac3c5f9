/// How much of a library a refresh looks at.
package enum RefreshMode: Hashable, Sendable {
    /// Every file's status is compared with what the index knows.
    case full
    /// Every folder's status is compared; files only where names came or went since. Files that were rewritten in place
    /// are not noticed. An index whose first scan never came to its end is refreshed in full instead.
    case quick
    /// The files of these folders are compared (paths from the root), and what is in folders that are new there.
    case folders(Set<[UInt8]>)
}
