/// Values by key, up to so many bytes in all: what was not used for longest goes first. A pure value; each step takes the same
/// time, however many there are.
struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable> {
    /// An element of a list from the most to the least recently used; both ends are nil.
    private struct Entry {
        let key: Key
        let value: Value
        let bytes: Int
        var newer: Int?
        var older: Int?
    }

    /// Bytes at most.
    let limit: Int
    /// Bytes of all values.
    private(set) var bytes = 0

    private var entries: [Entry?] = []
    private var free: [Int] = []
    private var places: [Key: Int] = [:]
    private var newest: Int?
    private var oldest: Int?

    /// - Parameter limit: bytes; 0: nothing is kept.
    init(limit: Int) { self.limit = max(0, limit) }

    /// How many there are.
    var count: Int { places.count }

    /// The value, which is the most recently used one then.
    mutating func value(for key: Key) -> Value? {
        guard let place = places[key], let entry = entries[place] else { return nil }
        if place != newest {
            unlink(place)
            link(place)
        }
        return entry.value
    }

    /// Keeps a value in place of the one that the key has. One that is larger than the limit is not kept.
    ///
    /// - Parameter bytes: what it takes, at least 0.
    /// - Returns: the keys of those that went for want of room, that of this one among them when it is too large.
    mutating func insert(_ value: Value, for key: Key, bytes: Int) -> [Key] {
        remove(key)
        guard bytes <= limit else { return [key] }
        var removed: [Key] = []
        while self.bytes > limit - bytes, let place = oldest, let entry = entries[place] {
            remove(entry.key)
            removed.append(entry.key)
        }
        let place = free.popLast() ?? entries.count
        if place == entries.count { entries.append(nil) }
        entries[place] = Entry(key: key, value: value, bytes: bytes)
        places[key] = place
        self.bytes += bytes
        link(place)
        return removed
    }

    /// Takes a value out, if there is one.
    mutating func remove(_ key: Key) {
        guard let place = places.removeValue(forKey: key), let entry = entries[place] else { return }
        unlink(place)
        entries[place] = nil
        free.append(place)
        bytes -= entry.bytes
    }

    private mutating func link(_ place: Int) {
        entries[place]?.newer = nil
        entries[place]?.older = newest
        if let newest { entries[newest]?.newer = place }
        newest = place
        if oldest == nil { oldest = place }
    }

    private mutating func unlink(_ place: Int) {
        guard let entry = entries[place] else { return }
        if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
        if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
    }
}
