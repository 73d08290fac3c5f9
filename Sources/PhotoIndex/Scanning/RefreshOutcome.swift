package import PhotoModel

/// What a refresh did, and what the next ones need of it.
package struct RefreshOutcome: Sendable {
    /// Its counts. Folders whose own status was compared count as listed.
    package var report = IndexReport()
    /// What could not be read and why, at most `diagnosticLimit`; also what an earlier refresh found in files that were
    /// not changed since.
    package var diagnostics: [Diagnostic] = []
    /// Those of them that are about folders: how much is missing is not known.
    package var unreadableFolders: [Diagnostic] = []
    /// Folders with files that were written to a moment ago: look there again after `RefreshOptions.settlingTime`.
    package var unsettledFolders: Set<[UInt8]> = []
    /// Folders that the index did not know, or knew as others of the same name.
    package var newFolders: [[UInt8]] = []
    /// The last change in the log before the refresh.
    package var changesBefore: Int64 = 0
    /// The last change in the log after the refresh.
    package var changesAfter: Int64 = 0

    package static let diagnosticLimit = 10_000

    package init() {}

    var hasChanges: Bool { report.inserted + report.updated + report.removed > 0 }

    /// Adds what a refresh right after this one did.
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

/// How far a refresh is. How many files there are is not known before all folders were listed.
package struct RefreshProgress: Hashable, Sendable {
    package var files = 0
    package var assetsWritten = 0
}
