internal import Imaging
internal import PhotoFolder
internal import PhotoModel

/// Compares the files of a unit with what the index knows, and reads those that changed. Each unit has its own reader.
struct GroupReader {
    let scan: FolderScan
    let identity: LibraryIdentity
    let options: RefreshOptions
    var findings: ScanFindings

    init(_ unit: ScanUnit, _ identity: LibraryIdentity, _ options: RefreshOptions) {
        (scan, self.identity, self.options) = (unit.scan, identity, options)
        findings = ScanFindings(folder: unit.folder)
    }

    /// Reads the groups of a unit, until it is cancelled.
    static func read(
        _ unit: ScanUnit, _ identity: LibraryIdentity, _ options: RefreshOptions, _ cancellation: Cancellation
    ) -> ScanFindings {
        var reader = GroupReader(unit, identity, options)
        var position = unit.range.lowerBound
        while position < unit.range.upperBound, !cancellation.isCancelled {
            let group = unit.scan.listing.group(from: position)
            position = group.upperBound
            reader.look(at: group, isForced: unit.isForced, cancellation)
        }
        return reader.findings
    }

    private mutating func look(at group: Range<Int>, isForced: Bool, _ cancellation: Cancellation) {
        let files = GroupFile.files(group, scan)
        guard files.contains(where: { $0.sidecar == nil }) else { return }  // Sidecars that belong to no asset.
        findings.fileCount += files.count
        let known = files.compactMap(\.known)
        if !isForced, !options.readsEverything, isUnchanged(files) {
            findings.seen += known.map { UInt32($0) }
            return
        }
        if !isForced, let moved = moved(files) {
            var group = GroupFindings(start: group.lowerBound)
            group.drafts = [moved]
            return findings.groups.append(group)
        }
        findings.readCount += files.count
        var found = ChangedGroup(files, start: group.lowerBound, scan, identity, options)
        let outcome = found.read(cancellation)
        guard !cancellation.isCancelled else { return }  // What was not read must not be taken for what is not there.
        findings.seen += known.map { UInt32($0) }
        switch outcome {
        case .complete:
            findings.groups.append(found.findings)
            findings.isUnsettled = findings.isUnsettled || found.isUnsettled
        case .leaveAsItIs(let diagnostics):
            findings.isUnsettled = true
            findings.diagnostics += diagnostics
            if !known.isEmpty { keepSiblings(of: known) }
        }
    }

    /// The asset of a file that was only renamed or moved; nil if it has to be read.
    private func moved(_ files: [GroupFile]) -> AssetDraft? {
        guard let former = scan.former, !options.readsEverything, files.count == 1, files[0].known == nil,
            let state = files[0].state, !options.isYoung(state.modificationTime)
        else { return nil }
        return former.draft(of: files[0], in: scan)
    }

    /// Whether all files are as the index knows them, and no file of their assets is missing.
    private func isUnchanged(_ files: [GroupFile]) -> Bool {
        guard files.allSatisfy(\.isUnchanged) else { return false }
        if files.count == 1, let known = files[0].known { return scan.known.entries[known].siblingCount == 1 }
        var counts: [Int64: UInt32] = [:]
        for case let known? in files.map(\.known) { counts[scan.known.entries[known].asset, default: 0] += 1 }
        return files.allSatisfy { file in
            guard let known = file.known else { return true }
            let entry = scan.known.entries[known]
            return entry.asset == 0 || entry.siblingCount == counts[entry.asset]
        }
    }

    /// Keeps all files of these files' assets in the index, also those that are missing at the moment.
    private mutating func keepSiblings(of known: [Int]) {
        var assets: Set<Int64> = [0]
        for index in known where assets.insert(scan.known.entries[index].asset).inserted {
            findings.seen += scan.known.siblings(index).map { UInt32($0) }
        }
    }
}
