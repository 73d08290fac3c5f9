internal import PhotoFolder
internal import PhotoModel
internal import Platform

/// A folder that is being scanned: its listing, and what the index knows of it. Readers share it; it does not change.
final class FolderScan: Sendable {
    let inspection: FileInspection
    let listing: FolderListing
    let known: KnownFiles
    /// The folder's status from before it was listed.
    let status: FileStatus
    /// False if the folder may change again without a difference in its status.
    let isSettled: Bool
    /// Finds files that were renamed or moved; nil in the first scan of a library, when none can be known.
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

/// Work for one reader: some groups of files of a folder.
struct ScanUnit: Sendable {
    /// The number of the folder among those that are being scanned.
    let folder: Int
    let scan: FolderScan
    /// The entries of the listing that it covers, in whole groups.
    let range: Range<Int>
    /// Whether to read the files even if their status has not changed.
    var isForced = false
}

/// What a reader found in a unit.
struct ScanFindings: Sendable {
    /// The number of the unit's folder.
    let folder: Int
    /// The numbers of known files that have not changed or are in `groups`.
    var seen: [UInt32] = []
    var groups: [GroupFindings] = []
    var fileCount = 0
    /// How many of these files had to be read.
    var readCount = 0
    /// Whether something has to be read again, so that the folder does not count as read.
    var isUnsettled = false
    var diagnostics: [Diagnostic] = []

    init(folder: Int) { self.folder = folder }
}

/// What was found of a group of files that was read, or that was recognized as moved.
struct GroupFindings: Sendable {
    /// A file that belongs to no asset.
    struct OtherFile: Sendable {
        let name: [UInt8]
        let state: AssetDraft.FileState
        let diagnostic: Diagnostic?
    }

    /// The index of the group's first entry in the listing.
    let start: Int
    var drafts: [AssetDraft] = []
    var others: [OtherFile] = []
    /// The assets to which its files belonged before. Files that belonged to none are in `formerOthers`.
    var formerAssets: Set<Int64> = []
    var formerOthers: [[UInt8]] = []
}
