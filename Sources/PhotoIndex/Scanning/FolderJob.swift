internal import PhotoFolder
internal import Platform

/// The progress of scanning one folder. Used on the thread that writes.
final class FolderJob {
    private static let unitLength = 256

    let number: Int
    let scan: FolderScan
    /// The number of units that readers work on.
    var outstanding = 0
    private var position = 0
    private var forced: [Range<Int>] = []
    private var seen: [Bool]
    private var handledAssets: Set<Int64> = []
    private var handledGroups: Set<Int> = []
    private var isUnsettled = false

    init(number: Int, scan: FolderScan) {
        (self.number, self.scan) = (number, scan)
        seen = [Bool](repeating: false, count: scan.known.entries.count)
    }

    /// The next unit of work; nil if all was handed out.
    func nextUnit() -> ScanUnit? {
        if let range = forced.popLast() { return ScanUnit(folder: number, scan: scan, range: range, isForced: true) }
        let listing = scan.listing
        guard position < listing.count else { return nil }
        let start = position
        let last = min(start + Self.unitLength, listing.count) - 1
        position = listing.group(from: last).upperBound
        return ScanUnit(folder: number, scan: scan, range: start..<position)
    }

    func take(_ findings: ScanFindings) {
        outstanding -= 1
        for index in findings.seen { seen[Int(index)] = true }
        for group in findings.groups {
            handledAssets.formUnion(group.formerAssets)
            handledGroups.insert(group.start)
        }
        isUnsettled = isUnsettled || findings.isUnsettled
    }

    /// What is left to write when no unit is outstanding. If files of an asset vanished, those that are left may form
    /// another asset now, so their groups are read again.
    ///
    /// - Returns: nil if there are such groups; `nextUnit` returns them.
    func leftOver() -> FolderEnd? {
        var end = FolderEnd(path: scan.path, status: scan.status, isSettled: scan.isSettled && !isUnsettled)
        for index in scan.known.entries.indices where !seen[index] {
            let asset = scan.known.entries[index].asset
            if asset == 0 {
                end.vanishedOthers.append(scan.known.name(index))
            } else if !handledAssets.contains(asset) {
                end.vanishedAssets.insert(asset)
                lookAgain(besides: scan.known.name(index))
            }
        }
        return forced.isEmpty ? end : nil
    }

    private func lookAgain(besides name: [UInt8]) {
        guard let group = scan.listing.group(besides: name), handledGroups.insert(group.lowerBound).inserted else {
            return
        }
        forced.append(group)
    }
}

/// The final state of a folder whose scan is complete.
struct FolderEnd {
    let path: [UInt8]
    let status: FileStatus
    /// False when the folder has to be listed again.
    let isSettled: Bool
    var vanishedAssets: Set<Int64> = []
    var vanishedOthers: [[UInt8]] = []
}
