public import PhotoModel
internal import Platform

/// The assets that traversals found, kept as long as the library is open: the files of each asset, by identifier and by
/// number.
///
/// An asset takes its file names and about 50 bytes. Entries are never changed or removed, so that a fetch that
/// returned an asset can return it again. If the files of an asset change, it gets a second entry, to which its
/// identifier leads from then on.
public final class AssetStore: Sendable {
    /// The number of an entry.
    public typealias Index = UInt32

    private let identity: LibraryIdentity
    private let state = Mutex(State())

    public init(identity: LibraryIdentity) { self.identity = identity }

    /// Adds an asset. Returns the number of its entry, which may have existed already.
    public func add(_ files: AssetFiles) -> Index {
        let identifier = identity.asset(at: files.path)
        return state.withLock { $0.add(files, identifier) }
    }

    public func files(_ index: Index) -> AssetFiles {
        state.withLock { $0.files(Int(index)) }
    }

    /// The number of the newest entry of an asset; nil if no traversal has found it.
    public func index(of identifier: LocalIdentifier) -> Index? {
        state.withLock { $0.indexes[identifier] }
    }

    /// The position in `entries` of an entry of the same asset as `wanted`, even if it is an older one.
    func position(ofAsset wanted: Index, in entries: [Index]) -> Int? {
        state.withLock { state in
            let key = state.key(Int(wanted))
            return entries.firstIndex { $0 == wanted || state.key(Int($0)).elementsEqual(key) }
        }
    }

    fileprivate struct State {
        var indexes: [LocalIdentifier: Index] = [:]
        /// Folders by number, and their numbers.
        var folders: [[UInt8]] = []
        var folderNumbers: [[UInt8]: UInt32] = [:]
        /// The entries one after the other: folder number (4 bytes), number of files; for each file its role, its
        /// format, the length of its name (2 bytes) and the name; then for each sidecar the length of its name and the
        /// name.
        var bytes: [UInt8] = []
        var starts: [UInt32] = []
    }
}

extension AssetStore.State {
    fileprivate mutating func add(_ files: AssetFiles, _ identifier: LocalIdentifier) -> AssetStore.Index {
        let entry = encoded(files)
        if let known = indexes[identifier], bytes[range(Int(known))].elementsEqual(entry) { return known }
        let index = AssetStore.Index(starts.count)
        // The offset fits into 32 bits: no folder tree that is read without an index has four gigabytes of names.
        starts.append(UInt32(bytes.count))
        bytes += entry
        indexes[identifier] = index
        return index
    }

    fileprivate func files(_ index: Int) -> AssetFiles {
        var rest = bytes[range(index)]
        let folder = (0..<4).reduce(UInt32(0)) { number, _ in number << 8 | UInt32(rest.removeFirst()) }
        let members = (0..<rest.removeFirst()).map { _ in
            let role = RepresentationRole(rawValue: UInt32(rest.removeFirst()))!  // `encoded` wrote a valid role.
            let format = Self.formats[Int(rest.removeFirst())]
            return AssetFiles.Member(name: Self.takeName(&rest), role: role, format: format)
        }
        var sidecars: [[UInt8]] = []
        while !rest.isEmpty { sidecars.append(Self.takeName(&rest)) }
        return AssetFiles(folder: folders[Int(folder)], members: members, sidecars: sidecars)
    }

    /// The key that identifies an asset: the number of the folder and the name of the file that represents it.
    fileprivate func key(_ index: Int) -> [UInt8] {
        let entry = bytes[range(index)]
        var rest = entry.dropFirst(7)
        return Array(entry.prefix(4)) + Self.takeName(&rest)
    }

    /// Takes a name and its length from the beginning.
    private static func takeName(_ bytes: inout ArraySlice<UInt8>) -> [UInt8] {
        let high = Int(bytes.removeFirst())
        let length = high << 8 | Int(bytes.removeFirst())
        defer { bytes = bytes.dropFirst(length) }
        return Array(bytes.prefix(length))
    }

    /// Appends the length of a name and the name. A listing has no names whose length does not fit.
    private static func append(_ name: [UInt8], to entry: inout [UInt8]) {
        entry.append(UInt8(truncatingIfNeeded: name.count >> 8))
        entry.append(UInt8(truncatingIfNeeded: name.count))
        entry += name
    }

    private func range(_ index: Int) -> Range<Int> {
        Int(starts[index])..<(index + 1 < starts.count ? Int(starts[index + 1]) : bytes.count)
    }

    private static let formats = MediaFormat.allCases

    private mutating func encoded(_ files: AssetFiles) -> [UInt8] {
        let folder = number(of: files.folder)
        var entry = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: folder >> UInt32($0)) }
        // If there are more than 255 files of one stem in a folder, only the first 255 are kept.
        let members = files.members.prefix(255)
        entry.append(UInt8(members.count))
        for member in members {
            entry.append(UInt8(member.role.rawValue))
            entry.append(UInt8(Self.formats.firstIndex(of: member.format)!))  // Every case is among all cases.
            Self.append(member.name, to: &entry)
        }
        for name in files.sidecars { Self.append(name, to: &entry) }
        return entry
    }

    private mutating func number(of folder: [UInt8]) -> UInt32 {
        if let last = folders.last, last == folder { return UInt32(folders.count - 1) }
        if let number = folderNumbers[folder] { return number }
        let number = UInt32(folders.count)
        folders.append(folder)
        folderNumbers[folder] = number
        return number
    }
}
