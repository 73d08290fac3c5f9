internal import PhotoFolder
internal import PhotoModel
internal import Platform

/// A folder that is being scanned: what is inside, and what the index knows of it. Shared by the readers, who change
/// nothing.
final class FolderScan: Sendable {
    let inspection: FileInspection
    let listing: FolderListing
    let known: KnownFiles
    /// As of before the listing.
    let status: FileStatus
    /// False when the folder may change without a trace in its status.
    let isSettled: Bool
    /// Nil while a library is scanned for the first time: nothing can have been renamed.
    let former: FormerAssets?

    init(
        inspection: FileInspection, listing: FolderListing, known: KnownFiles, status: FileStatus, isSettled: Bool,
        former: FormerAssets?
    ) {
        self.inspection = inspection
        self.listing = listing
        self.known = known
        self.status = status
        self.isSettled = isSettled
        self.former = former
    }

    var path: [UInt8] { inspection.path }
}

/// Work for one reader: some groups of a folder.
struct ScanUnit: Sendable {
    /// The number of the folder among those that are being scanned.
    let folder: Int
    let scan: FolderScan
    /// Entries of the listing; begins and ends where groups do.
    let range: Range<Int>
    /// Whether to read the files although their status says that nothing changed.
    var isForced = false
}

/// What a reader found.
struct ScanFindings: Sendable {
    /// Those of the unit.
    let folder: Int
    /// Numbers of known files that are as they were, or that are in `groups`.
    var seen: [UInt32] = []
    var groups: [GroupFindings] = []
    var fileCount = 0
    /// Of these, the ones that were opened.
    var readCount = 0
    /// Whether something must be looked at again, so that the folder does not count as read.
    var isUnsettled = false
    var diagnostics: [Diagnostic] = []

    init(folder: Int) { self.folder = folder }
}

/// What was found of a group of files, whether it changed or not.
struct GroupFindings: Sendable {
    /// A file that belongs to no asset.
    struct OtherFile: Sendable {
        let name: [UInt8]
        let state: AssetDraft.FileState
        let diagnostic: Diagnostic?
    }

    /// The first entry of the group in the listing.
    let start: Int
    var drafts: [AssetDraft] = []
    var others: [OtherFile] = []
    /// The assets that its files belonged to, and the files that belonged to none.
    var formerAssets: Set<Int64> = []
    var formerOthers: [[UInt8]] = []
}
