internal import Cryptography
internal import HTTPClient
internal import PhotoFolder
internal import PhotoModel
internal import PostgresServing

/// Objects that may be the files of one asset, because they are in one folder and their names have the same stem.
struct ObjectGroup {
    /// One of the objects, as it was when it was listed.
    struct Member {
        let name: [UInt8]
        let entityTag: String
        let byteSize: Int64
        /// The modification time as the S3 wrote it.
        let modified: String
    }

    /// The path of the folder relative to the prefix; empty for the prefix itself.
    let folder: [UInt8]
    let members: [Member]

    init(folder: [UInt8], members: [Member]) { (self.folder, self.members) = (folder, members) }

    /// Reads a group from the table of jobs.
    init(path: [UInt8], objects: String) {
        // Keys with a zero byte are not listed, but a group key may contain one.
        folder = Array(path.prefix { $0 != 0 })
        members = objects.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", omittingEmptySubsequences: false).compactMap {
                String($0).percentDecoded
            }
            guard words.count == 4, let size = Int64(String(decoding: words[2], as: UTF8.self)) else { return nil }
            return Member(
                name: words[0], entityTag: String(decoding: words[1], as: UTF8.self), byteSize: size,
                modified: String(decoding: words[3], as: UTF8.self))
        }
    }

    /// The job for this group. Its path does not depend on which of the objects exist.
    ///
    /// - Parameter key: the group key of the names.
    func found(key: [UInt8]) -> Jobs.Found {
        let lines = members.map { member in
            [String(decoding: member.name, as: UTF8.self), member.entityTag, "\(member.byteSize)", member.modified]
                .map(\.percentEncoded).joined(separator: " ")
        }
        let text = lines.joined(separator: "\n")
        let stamp = SHA256Digest(of: Array(text.utf8)).bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Jobs.Found(path: folder + [0] + key, stamp: Int64(bitPattern: stamp), objects: text)
    }
}

extension ObjectGroup.Member {
    /// The modification time; nil if the S3 did not write it in the form "2024-05-06T07:08:09.123Z".
    var modificationTime: Timestamp? {
        guard let time = CivilTime(modified), time.utcOffsetMinutes == 0 else { return nil }
        return time.timestamp(offsetMinutes: 0)
    }
}
