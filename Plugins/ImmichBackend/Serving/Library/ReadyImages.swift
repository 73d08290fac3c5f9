internal import Platform

/// The thumbnails and previews that were loaded last, for requests that may not ask the server. Other requests ask it,
/// because it may have newer ones.
final class ReadyImages: Sendable {
    /// An image file of the server, and what its first bytes say.
    struct File: Sendable {
        let bytes: [UInt8]
        let header: ImageHeader
    }

    private struct Key: Hashable {
        let id: ImmichID
        let level: ImageNeed.Level
        let isEdited: Bool
    }

    private struct Kept {
        var files: [Key: (file: File, use: UInt64)] = [:]
        var byteCount = 0
        var uses: UInt64 = 0

        mutating func remove(_ key: Key) {
            guard let removed = files.removeValue(forKey: key) else { return }
            byteCount -= removed.file.bytes.count
        }
    }

    /// The most bytes: enough for hundreds of thumbnails.
    private static let mostBytes = 16 << 20
    private let kept = Mutex(Kept())

    subscript(_ id: ImmichID, _ level: ImageNeed.Level, _ isEdited: Bool) -> File? {
        let key = Key(id: id, level: level, isEdited: isEdited)
        return kept.withLock { kept in
            kept.uses += 1
            kept.files[key]?.use = kept.uses
            return kept.files[key]?.file
        }
    }

    /// Keeps a file until there are changes, or files that are used more displace it. Files of more than a quarter of
    /// the space are not kept.
    func keep(_ file: File, _ id: ImmichID, _ level: ImageNeed.Level, _ isEdited: Bool) {
        guard file.bytes.count <= Self.mostBytes / 4 else { return }
        let key = Key(id: id, level: level, isEdited: isEdited)
        kept.withLock { kept in
            kept.remove(key)
            kept.uses += 1
            kept.files[key] = (file, kept.uses)
            kept.byteCount += file.bytes.count
            while kept.byteCount > Self.mostBytes, let oldest = kept.files.min(by: { $0.value.use < $1.value.use })?.key
            {
                kept.remove(oldest)
            }
        }
    }

    func forget(_ ids: [ImmichID]) {
        let gone = Set(ids)
        guard !gone.isEmpty else { return }
        kept.withLock { kept in for key in kept.files.keys where gone.contains(key.id) { kept.remove(key) } }
    }
}
