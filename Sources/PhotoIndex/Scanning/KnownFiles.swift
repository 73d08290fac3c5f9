internal import Foundation
internal import GRDB
internal import PhotoModel

/// What an index knows of the files of one folder, found by name.
///
/// Names are stored one after the other in one array, and the hash table stores the numbers of entries. A folder with a
/// million files takes about a hundred bytes for each.
struct KnownFiles: Sendable {
    struct Entry: Sendable {
        let state: AssetDraft.FileState
        /// The asset's id; 0 for a file that belongs to none.
        let asset: Int64
        /// Whether reading it was refused the last time. Permissions may have changed without a difference in the
        /// file's status.
        let isRefused: Bool
        fileprivate let nameStart: UInt32
        fileprivate let nameLength: UInt16
        /// How many files the asset has.
        fileprivate(set) var siblingCount: UInt32 = 1
    }

    private(set) var entries: ContiguousArray<Entry> = []
    private var names: [UInt8] = []
    /// The hash table: numbers of entries, plus one; 0 is a free slot.
    private var table: [UInt32] = []

    init() {}

    func name(_ index: Int) -> [UInt8] {
        let entry = entries[index]
        return Array(names[Int(entry.nameStart)..<Int(entry.nameStart) + Int(entry.nameLength)])
    }

    /// The numbers of the files of this file's asset, which are consecutive; its own if it belongs to none.
    func siblings(_ index: Int) -> Range<Int> {
        let asset = entries[index].asset
        var (first, end) = (index, index + 1)
        guard asset != 0 else { return first..<end }
        while first > 0, entries[first - 1].asset == asset { first -= 1 }
        while end < entries.count, entries[end].asset == asset { end += 1 }
        return first..<end
    }

    /// The name of the file that represents the asset of this file: the first of its files.
    func representingName(_ index: Int) -> [UInt8] { name(siblings(index).lowerBound) }

    func index(of name: [UInt8]) -> Int? {
        guard !table.isEmpty else { return nil }
        var slot = Int(truncatingIfNeeded: Self.hash(name)) & (table.count - 1)
        while table[slot] != 0 {
            let index = Int(table[slot]) - 1
            if hasName(name, index) { return index }
            slot = (slot + 1) & (table.count - 1)
        }
        return nil
    }

    mutating func append(name: UnsafeRawBufferPointer, state: AssetDraft.FileState, asset: Int64, isRefused: Bool) {
        // Names longer than Linux allows cannot come from an index that Picker wrote.
        guard let length = UInt16(exactly: name.count), let start = UInt32(exactly: names.count) else { return }
        names.append(contentsOf: name)
        entries.append(
            Entry(state: state, asset: asset, isRefused: isRefused, nameStart: start, nameLength: length))
    }

    /// Counts the files of each asset, which are consecutive, and makes the hash table. Call it after all entries were
    /// appended.
    mutating func finish() {
        var start = 0
        while start < entries.count {
            var end = start + 1
            while end < entries.count, entries[end].asset == entries[start].asset, entries[start].asset != 0 {
                end += 1
            }
            for index in start..<end { entries[index].siblingCount = UInt32(end - start) }
            start = end
        }
        makeTable()
    }

    private mutating func makeTable() {
        guard !entries.isEmpty else { return }
        var count = 8
        while count < entries.count * 2 { count *= 2 }
        table = [UInt32](repeating: 0, count: count)
        for index in entries.indices {
            let entry = entries[index]
            let name = names[Int(entry.nameStart)..<Int(entry.nameStart) + Int(entry.nameLength)]
            var slot = Int(truncatingIfNeeded: Self.hash(name)) & (count - 1)
            while table[slot] != 0 { slot = (slot + 1) & (count - 1) }
            table[slot] = UInt32(index + 1)
        }
    }

    private func hasName(_ name: [UInt8], _ index: Int) -> Bool {
        let entry = entries[index]
        guard Int(entry.nameLength) == name.count else { return false }
        return names[Int(entry.nameStart)..<Int(entry.nameStart) + name.count].elementsEqual(name)
    }

    /// The names come from the user's own disk, so a long chain of equal hashes costs only that user's time.
    private static func hash(_ name: some Collection<UInt8>) -> UInt64 {
        var hash = FNV1a()
        for byte in name { hash.combine(byte) }
        return hash.value ^ hash.value >> 29
    }
}

extension KnownFiles {
    /// Reads what the index knows of a folder's files.
    init(folder: Int64, _ database: Database) throws {
        try self.init(
            rows: """
                SELECT f.name, f.byte_size, f.modified_ns, f.changed_ns, f.inode, f.asset_id, 0
                FROM asset AS a JOIN file AS f ON f.asset_id = a.id WHERE a.folder_id = ?
                """, folder, database)
        try append(
            rows: """
                SELECT name, byte_size, modified_ns, changed_ns, inode, 0, reason IS \(Self.accessDenied)
                FROM other_file WHERE folder_id = ?
                """, folder, database)
        finish()
    }

    /// As the column `reason` has it.
    private static let accessDenied = PhotoStatus.accessDenied.rawValue

    private init(rows sql: String, _ folder: Int64, _ database: Database) throws {
        self.init()
        try append(rows: sql, folder, database)
    }

    private mutating func append(rows sql: String, _ folder: Int64, _ database: Database) throws {
        let cursor = try Row.fetchCursor(try database.cachedStatement(sql: sql), arguments: [folder])
        while let row = try cursor.next() {
            let state = AssetDraft.FileState(
                byteSize: row[1], modificationTime: row[2], changeTime: row[3], inode: UInt64(bitPattern: row[4]))
            let (asset, isRefused): (Int64, Bool) = (row[5], row[6])
            try row.withUnsafeData(atIndex: 0) { name in
                name?.withUnsafeBytes { append(name: $0, state: state, asset: asset, isRefused: isRefused) }
            }
        }
    }
}
