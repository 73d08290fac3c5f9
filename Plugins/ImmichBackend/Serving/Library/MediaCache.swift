internal import Platform

/// The records of the files that are being read. While parts of a file are read, its record is requested again from time to time, not
/// with each part.
final class MediaCache: Sendable {
    struct Entry: Sendable {
        var record: AssetRecord
        /// The server's entity tag of the file.
        var entityTag: String?
        var since: UInt64
    }

    private static let most = 512
    /// How long a record is used, in nanoseconds. The entity tag is compared with each part.
    private static let freshness: UInt64 = 10_000_000_000
    private let entries = Mutex<[ImmichID: Entry]>([:])

    subscript(_ id: ImmichID) -> Entry? {
        entries.withLock { entries in
            guard let entry = entries[id], entry.since &+ Self.freshness > MonotonicTime.now else { return nil }
            return entry
        }
    }

    func learn(_ record: AssetRecord) {
        entries.withLock { entries in
            let known = entries[record.id]
            if known == nil, entries.count >= Self.most,
                let oldest = entries.min(by: { $0.value.since < $1.value.since })?.key
            {
                entries[oldest] = nil
            }
            let tag = known?.record.contentTag == record.contentTag ? known?.entityTag : nil
            entries[record.id] = Entry(record: record, entityTag: tag, since: MonotonicTime.now)
        }
    }

    /// Remembers the entity tag of a file.
    ///
    /// - Parameter entityTag: nil if the answer had none, as one about what is after the end: it says nothing of the file.
    /// - Returns: whether it is the same as before; also true if there was none before.
    func isSame(_ id: ImmichID, _ entityTag: String?) -> Bool {
        guard let entityTag else { return true }
        return entries.withLock { entries in
            guard let known = entries[id]?.entityTag else {
                entries[id]?.entityTag = entityTag
                return true
            }
            if known != entityTag { entries[id] = nil }
            return known == entityTag
        }
    }

    func forget(_ ids: some Sequence<ImmichID>) {
        entries.withLock { entries in for id in ids { entries[id] = nil } }
    }
}
