internal import Foundation
internal import GRDB
internal import Imaging
internal import PhotoFolder
internal import PhotoModel

/// One row of the table `file`: a representation of an asset, or a sidecar.
struct FileRow {
    /// The value of the column `role` for sidecars, which are not representations.
    static let sidecarRole: Int64 = 0

    var name: [UInt8]
    var role: Int64
    var format: Int64
    var state: AssetDraft.FileState

    static let insertion = """
        INSERT INTO file (asset_id, position, name, role, format, byte_size, modified_ns, changed_ns, inode)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// The files of an asset, representations first.
    static func rows(of draft: AssetDraft) -> [FileRow] {
        let media = zip(draft.files.members, draft.states).map { member, state in
            FileRow(
                name: member.name, role: Int64(member.role.rawValue), format: FormatNumber.number(of: member.format),
                state: state)
        }
        let sidecars = draft.sidecars.map {
            FileRow(name: $0.name, role: sidecarRole, format: FormatNumber.sidecar, state: $0.state)
        }
        return media + sidecars
    }

    func arguments(asset: Int64, position: Int) -> StatementArguments {
        [
            asset, position, Data(name), role, format, state.byteSize, state.modificationTime, state.changeTime,
            Int64(bitPattern: state.inode),
        ]
    }

    /// The file as a member of its asset; nil for a sidecar.
    var member: AssetFiles.Member? {
        guard let role = RepresentationRole(rawValue: UInt32(clamping: role)), let format = FormatNumber.format(format)
        else { return nil }
        return AssetFiles.Member(name: name, role: role, format: format)
    }

    /// - Parameter row: has the columns name, role, format, byte_size, modified_ns, changed_ns and inode, from the
    ///   index `start` on.
    init(_ row: Row, from start: Int = 0) {
        name = Array(row[start] as Data)
        role = row[start + 1]
        format = row[start + 2]
        state = AssetDraft.FileState(
            byteSize: row[start + 3], modificationTime: row[start + 4], changeTime: row[start + 5],
            inode: UInt64(bitPattern: row[start + 6]))
    }

    init(name: [UInt8], role: Int64, format: Int64, state: AssetDraft.FileState) {
        (self.name, self.role, self.format, self.state) = (name, role, format, state)
    }
}
