internal import Cryptography
internal import HTTPClient
internal import PhotoFolder
internal import PhotoModel
internal import PostgresServing

/// Objects whose names say that they may be the files of one asset: those of one folder that have a stem in common.
struct ObjectGroup {
    /// One of them, as it was when it was listed.
    struct Member {
        let name: [UInt8]
        let entityTag: String
        let byteSize: Int64
        /// In the words of the S3.
        let modified: String
    }

    /// From the prefix; empty: the prefix itself.
    let folder: [UInt8]
    let members: [Member]

    init(folder: [UInt8], members: [Member]) { (self.folder, self.members) = (folder, members) }

    /// As the table has it.
    init(path: [UInt8], objects: String) {
        // Neither keys that are taken nor names have a zero in them, but what names have in common may.
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

    /// What the table has of it. The path is the same whichever of its objects are there.
    ///
    /// - Parameter key: what the names have in common.
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
    /// When it was written; nil when the S3 says it in other words than "2024-05-06T07:08:09.123Z".
    var modificationTime: Timestamp? {
        guard let time = CivilTime(modified), time.utcOffsetMinutes == 0 else { return nil }
        return time.timestamp(offsetMinutes: 0)
    }
}
