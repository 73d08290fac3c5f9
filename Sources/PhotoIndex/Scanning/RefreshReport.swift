package import PhotoModel

/// What a refresh found and did.
package struct RefreshReport: Sendable {
    /// Files and folders that were looked at. Folders whose own status was compared count as looked at.
    package var files = 0
    package var folders = 0
    /// Of the files, those that were opened because they are new or look changed.
    package var filesRead = 0
    /// Assets in the catalog when the refresh ended.
    package var assets = 0
    package var inserted = 0
    package var updated = 0
    package var removed = 0
    /// What could not be read and why, at most `diagnosticLimit`; also what an earlier refresh found and nobody changed
    /// since.
    package var diagnostics: [Diagnostic] = []
    /// Those of them that are about folders: nobody knows how much is missing.
    package var unreadableFolders: [Diagnostic] = []
    /// Folders with files that somebody wrote to a moment ago: look there again after `RefreshOptions.settlingTime`.
    package var unsettledFolders: Set<[UInt8]> = []
    /// Folders that the catalog did not know, or knew as others of the same name.
    package var newFolders: [[UInt8]] = []
    /// The last change in the log before the refresh, and after it.
    package var changesBefore: Int64 = 0
    package var changesAfter: Int64 = 0

    package static let diagnosticLimit = 10_000

    package init() {}

    var hasChanges: Bool { inserted + updated + removed > 0 }

    /// Takes over what a refresh right behind this one did.
    mutating func add(_ next: RefreshReport) {
        files += next.files
        folders += next.folders
        filesRead += next.filesRead
        assets = next.assets
        inserted += next.inserted
        updated += next.updated
        removed += next.removed
        diagnostics = next.diagnostics
        unreadableFolders = next.unreadableFolders
        unsettledFolders.formUnion(next.unsettledFolders)
        newFolders += next.newFolders
        changesAfter = next.changesAfter
    }

    mutating func note(_ diagnostic: Diagnostic) {
        if diagnostics.count < Self.diagnosticLimit { diagnostics.append(diagnostic) }
    }
}

/// How far a refresh is. Nobody knows how many files there will be before all folders were listed.
package struct RefreshProgress: Hashable, Sendable {
    package var files = 0
    package var assetsWritten = 0
}
