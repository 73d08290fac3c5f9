package import PhotoModel
package import Platform

/// The names in one folder, without hidden ones, in the library's order. Files that may belong to one asset are next to
/// each other.
///
/// The names are in two arrays of bytes, with sixteen bytes for each, instead of an array each, so that listing a folder
/// of 100,000 files feels instantaneous.
package struct FolderListing: Sendable {
    private struct Entry {
        let nameStart: UInt32
        private(set) var keyStart: UInt32
        private(set) var keyLength: UInt16
        let nameLength: UInt16
        let kind: FileKind

        mutating func takeKey(of other: Entry) { (keyStart, keyLength) = (other.keyStart, other.keyLength) }
    }

    /// How many names with the same beginning are searched for one that was cut off.
    private static let longestSearch = 256
    /// How many names are read between two questions whether they are still wanted.
    private static let namesAtOnce = 256

    private var names: [UInt8] = []
    private var keys: [UInt8] = []
    private var entries: [Entry] = []
    /// Names of the folders directly inside, in natural sort.
    package private(set) var folders: [[UInt8]] = []

    /// Reads all names of a folder. Sidecars and other files that belong to an asset are entries as well, each in its
    /// group. Nil if it was cancelled.
    package init?(of folder: OpenFolder, cancellation: Cancellation) throws(FolderError) {
        guard try read(folder, cancellation) else { return nil }
        joinShortenedNames()
        if cancellation.isCancelled { return nil }
        sort()
        let order = folders.map { (key: NaturalSort.key($0), name: $0) }
        folders = order.sorted { $0.key == $1.key ? $0.name < $1.name : $0.key < $1.key }.map(\.name)
    }

    /// Makes a listing from names of files.
    package init(ofFiles names: [[UInt8]]) {
        for name in names where !HiddenNames.contains(name) {
            name.withUnsafeBufferPointer { append($0, .file) }
        }
        joinShortenedNames()
        sort()
    }

    /// The number of entries, which do not include folders.
    package var count: Int { entries.count }

    package func name(_ index: Int) -> [UInt8] {
        let entry = entries[index]
        return Array(names[Int(entry.nameStart)..<Int(entry.nameStart) + Int(entry.nameLength)])
    }

    package func kind(_ index: Int) -> FileKind { entries[index].kind }

    /// The entries from `start` on that have the same stem.
    package func group(from start: Int) -> Range<Int> {
        var end = start + 1
        while end < entries.count, haveSameKey(start, end) { end += 1 }
        return start..<end
    }

    /// The group that contains `name`; nil if there is no such name.
    func group(containing name: [UInt8]) -> Range<Int>? {
        guard let range = group(besides: name) else { return nil }
        return range.contains { self.name($0) == name } ? range : nil
    }

    /// The entries with the stem of `name`, which itself need not be there; nil if there are none.
    package func group(besides name: [UInt8]) -> Range<Int>? {
        let key = GroupKey.of(name)
        let low = entries.indices.partitioningIndex { !self.key($0).lexicographicallyPrecedes(key) }
        guard low < entries.count, self.key(low).elementsEqual(key) else { return nil }
        return group(from: low)
    }
}

extension FolderListing {
    /// Reads names in the file system's order. Returns false if it was cancelled: a part of the names is no listing.
    private mutating func read(_ folder: OpenFolder, _ cancellation: Cancellation) throws(FolderError) -> Bool {
        var (count, isCancelled) = (0, false)
        try folder.forEachEntry { name, kind in
            if count % Self.namesAtOnce == 0 { isCancelled = cancellation.isCancelled }
            count += 1
            guard !isCancelled, !HiddenNames.contains(name) else { return !isCancelled }
            if kind == .folder {
                folders.append(Array(name))
            } else {
                append(name, kind)
            }
            return true
        }
        return !isCancelled
    }

    private mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ kind: FileKind) {
        // Names have up to 255 bytes on most file systems, and three times as many on exFAT, FAT and NTFS, which count
        // characters. No folder has four gigabytes of names.
        guard let length = UInt16(exactly: name.count), let nameStart = UInt32(exactly: names.count),
            let keyStart = UInt32(exactly: keys.count)
        else { return }
        GroupKey.append(of: name, to: &keys)
        entries.append(
            Entry(
                nameStart: nameStart, keyStart: keyStart, keyLength: UInt16(keys.count - Int(keyStart)),
                nameLength: length, kind: kind))
        names += name
    }

    /// Takeout cuts off long names of JSON files. Such a file gets the key of the file whose name begins like its own.
    private mutating func joinShortenedNames() {
        let long = entries.indices.filter { Int(entries[$0].nameLength) >= TakeoutName.shortestShortened }
        let shortened = long.compactMap { index in
            TakeoutName.shortened(name(index)).map { (index: index, name: $0) }
        }
        guard !shortened.isEmpty else { return }
        let others = entries.indices.map { (index: $0, name: name($0)) }
            .filter { GroupKey.sidecar($0.name) == nil }.sorted { $0.name < $1.name }
        for (index, wanted) in shortened {
            var place = others.partitioningIndex { !$0.name.lexicographicallyPrecedes(wanted.start) }
            let last = min(others.count, place + Self.longestSearch)
            while place < last, others[place].name.starts(with: wanted.start) {
                if TakeoutName.number(of: others[place].name).elementsEqual(wanted.number) {
                    entries[index].takeKey(of: entries[others[place].index])
                    break
                }
                place += 1
            }
        }
    }

    /// The key that the names of its group share.
    package func key(_ index: Int) -> ArraySlice<UInt8> {
        let entry = entries[index]
        return keys[Int(entry.keyStart)..<Int(entry.keyStart) + Int(entry.keyLength)]
    }

    private func haveSameKey(_ left: Int, _ right: Int) -> Bool {
        entries[left].keyLength == entries[right].keyLength && key(left).elementsEqual(key(right))
    }

    private mutating func sort() {
        keys.withUnsafeBytes { keys in
            names.withUnsafeBytes { names in
                entries.sort { left, right in
                    let order = Self.order(
                        keys, Int(left.keyStart), Int(left.keyLength), Int(right.keyStart), Int(right.keyLength))
                    if order != 0 { return order < 0 }
                    return Self.order(
                        names, Int(left.nameStart), Int(left.nameLength), Int(right.nameStart), Int(right.nameLength)
                    ) < 0
                }
            }
        }
    }

    /// Compares two runs of bytes as unsigned numbers; the shorter one comes first.
    private static func order(
        _ bytes: UnsafeRawBufferPointer, _ left: Int, _ leftCount: Int, _ right: Int, _ rightCount: Int
    ) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        let order = compareMemory(base + left, base + right, byteCount: min(leftCount, rightCount))
        return order != 0 ? order : leftCount - rightCount
    }
}

extension Array where Element == UInt8 {
    static func < (left: [UInt8], right: [UInt8]) -> Bool { left.lexicographicallyPrecedes(right) }
}
