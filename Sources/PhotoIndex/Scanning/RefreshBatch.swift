internal import Foundation
internal import GRDB
internal import PhotoFolder
internal import PhotoModel

/// What one transaction writes, step by step.
struct RefreshBatch {
    enum Step {
        case groups([GroupFindings], folder: [UInt8])
        case remove([Int64])
        case end(FolderEnd)
        case forget(folder: [UInt8])
        /// The folder is added without a status, so that each refresh tries to read it again.
        case unread(folder: [UInt8])
        /// The folder is listed by each refresh that looks for changes, though it is as it was.
        case listAgain(folder: [UInt8])
    }

    /// About how many assets are written in one transaction.
    static let fullWeight = 2000

    private(set) var steps: [Step] = []
    private(set) var weight = 0

    mutating func append(_ step: Step) {
        steps.append(step)
        switch step {
        case .groups(let groups, _): weight += groups.reduce(0) { $0 + max(1, $1.drafts.count) }
        case .remove(let ids): weight += ids.count
        case .end, .forget, .unread, .listAgain: weight += 1
        }
    }

    /// Removes assets, in parts that each fit into one transaction.
    mutating func remove(_ ids: some Collection<Int64>) {
        var rest = ids[...]
        while !rest.isEmpty {
            append(.remove(Array(rest.prefix(Self.fullWeight))))
            rest = rest.dropFirst(Self.fullWeight)
        }
    }

    var isFull: Bool { weight >= Self.fullWeight }

    func write(_ writer: inout IndexWriter, _ identity: LibraryIdentity, _ database: Database) throws {
        for step in steps {
            switch step {
            case .groups(let groups, let path):
                let folder = try FolderRow.id(of: path, identity, database)
                for group in groups { try write(group, folder, &writer, database) }
            case .remove(let ids):
                for id in ids { try writer.remove(id) }
            case .end(let end): try write(end, identity, database)
            case .forget(let path): try forget(path, &writer, database)
            case .unread(let path): _ = try FolderRow.id(of: path, identity, database)
            case .listAgain(let path): try FolderRow.unsettle(path, database)
            }
        }
    }

    private func write(
        _ group: GroupFindings, _ folder: Int64, _ writer: inout IndexWriter, _ database: Database
    ) throws {
        var former = group.formerAssets
        for draft in group.drafts {
            former.remove(try writer.refresh(draft, folder: folder, isNew: group.formerAssets.isEmpty))
        }
        for id in former { try writer.remove(id) }
        for name in group.formerOthers { try OtherFileRow.remove(name, folder: folder, database) }
        for other in group.others { try OtherFileRow.put(other, folder: folder, database) }
    }

    /// Removes a folder that was gone when it was looked for. If it was made again since, and listed in the same refresh,
    /// it may have further assets by now. They go with it, and the next refresh finds all of it as new.
    private func forget(_ path: [UInt8], _ writer: inout IndexWriter, _ database: Database) throws {
        for id in try FolderRow.assets(in: path, database) { try writer.remove(id) }
        try FolderRow.remove(path, database)
    }

    private func write(_ end: FolderEnd, _ identity: LibraryIdentity, _ database: Database) throws {
        let folder = try FolderRow.id(of: end.path, identity, database)
        for name in end.vanishedOthers { try OtherFileRow.remove(name, folder: folder, database) }
        try FolderRow.setStatus(end.status, isSettled: end.isSettled, of: folder, database)
    }
}
