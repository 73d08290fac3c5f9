package import PhotoModel

/// What a refresh did, and what the next ones need to know of it.
package struct RefreshOutcome: Sendable {
    /// The counts of the refresh. Folders whose own status was compared count as listed.
    package var report = IndexReport()
    /// What could not be read and why, at most `diagnosticLimit`. Includes what earlier refreshes found in files that
    /// have not changed since.
    package var diagnostics: [Diagnostic] = []
    /// The diagnostics of folders that could not be read. How many assets are missing is unknown.
    package var unreadableFolders: [Diagnostic] = []
    /// Folders with files that were written to a moment ago; look at them again after `RefreshOptions.settlingTime`.
    package var unsettledFolders: Set<[UInt8]> = []
    /// Folders that the index did not know, or that replaced others of the same name.
    package var newFolders: [[UInt8]] = []
    /// The number of the last change that was logged before the refresh.
    package var changesBefore: Int64 = 0
    /// The number of the last change that was logged by the end of the refresh.
    package var changesAfter: Int64 = 0

    package static let diagnosticLimit = 10_000

    package init() {}

    var hasChanges: Bool { report.inserted + report.updated + report.removed > 0 }

    /// Adds the outcome of a refresh that ran right after this one.
    mutating func add(_ next: RefreshOutcome) {
        report.add(next.report)
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

/// How far a refresh is. The total number of files is not known until all folders were listed.
package struct RefreshProgress: Hashable, Sendable {
    package var files = 0
    package var assetsWritten = 0
}
