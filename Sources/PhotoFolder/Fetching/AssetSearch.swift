public import PhotoModel

/// Finds assets without looking into every file.
public struct AssetSearch: Sendable {
    private let root: LibraryRoot
    private let store: AssetStore

    public init(_ root: LibraryRoot, store: AssetStore) {
        self.root = root
        self.store = store
    }

    /// Entries of the assets with these identifiers, in their order; nil if no file has the identifier.
    ///
    /// If some of them were not found before, all names of the library are read once for all of these together. No
    /// files but theirs are opened.
    public func indexes(
        of identifiers: [LocalIdentifier], cancellation: Cancellation = .never
    ) throws(Cancellation.Reason) -> [AssetStore.Index?] {
        var known = identifiers.map { store.index(of: $0) }
        let missing = Set(zip(identifiers, known).filter { $0.1 == nil && $0.0.kind == .asset }.map(\.0))
        guard !missing.isEmpty else { return known }
        try find(missing, cancellation: cancellation)
        known = identifiers.map { store.index(of: $0) }
        return known
    }

    /// Entries of the assets to which these files belong, or symbolic links there lead, in their order; nil for a file
    /// that belongs to none. A folder is listed once for all files in it.
    public func indexes(
        ofFiles paths: [[UInt8]], cancellation: Cancellation = .never
    ) throws(Cancellation.Reason) -> [AssetStore.Index?] {
        let folders = paths.map { splitPath($0).folder }
        // One folder after the other, because only the last listing is kept.
        let order = paths.indices.sorted { folders[$0] == folders[$1] ? $0 < $1 : folders[$0] < folders[$1] }
        var listed: ListedFolder?
        var indexes = [AssetStore.Index?](repeating: nil, count: paths.count)
        for place in order {
            try cancellation.check()
            indexes[place] = index(ofFile: paths[place], &listed, cancellation)
        }
        try cancellation.check()  // A folder whose listing was ended has no files here.
        return indexes
    }

    private func index(
        ofFile path: [UInt8], _ listed: inout ListedFolder?, _ cancellation: Cancellation
    ) -> AssetStore.Index? {
        guard HiddenNames.admits(path: path) else { return nil }
        if let found = indexInFolder(path, &listed, cancellation) { return found }
        guard let target = try? root.canonicalPath(of: path), target != path, HiddenNames.admits(path: target) else {
            return nil
        }
        return indexInFolder(target, &listed, cancellation)
    }

    private func indexInFolder(
        _ path: [UInt8], _ listed: inout ListedFolder?, _ cancellation: Cancellation
    ) -> AssetStore.Index? {
        let (given, name) = splitPath(path)
        guard let parent = walkedPath(given) else { return nil }
        if listed?.path != parent { listed = list(parent, cancellation) }
        guard let folder = listed, let range = folder.listing.group(containing: name) else { return nil }
        return keep(folder.inspection.group(range, of: folder.listing).assets) {
            $0.members.contains { $0.name == name }
        }
    }

    private func list(_ path: [UInt8], _ cancellation: Cancellation) -> ListedFolder? {
        guard let folder = try? root.folder(at: path),
            let listing = try? FolderListing(of: folder, cancellation: cancellation)
        else { return nil }
        return ListedFolder(
            path: path, inspection: FileInspection(root: root, folder: folder, path: path), listing: listing)
    }

    /// The path under which a traversal visits the folder at `path`: its own, unless that is hidden and a link leads to
    /// it.
    private func walkedPath(_ path: [UInt8]) -> [UInt8]? {
        guard let target = try? root.canonicalPath(of: path) else { return nil }
        return HiddenNames.isHidden(path: target) ? path : target
    }

    private func find(_ wanted: Set<LocalIdentifier>, cancellation: Cancellation) throws(Cancellation.Reason) {
        var missing = wanted
        var walk = LibraryTraversal(root)
        var met: ListedFolder?
        var goesOn = true
        while goesOn, !missing.isEmpty {
            try cancellation.check()
            goesOn = walk.step(cancellation: cancellation) { if case .folder(let folder) = $0 { met = folder } }
            guard let folder = met else { continue }
            met = nil
            try search(folder, for: &missing, cancellation: cancellation)
            if !folder.holdsLinks { walk.skipFiles() }  // Links among the files may lead to more folders.
        }
    }

    private func search(
        _ folder: ListedFolder, for missing: inout Set<LocalIdentifier>, cancellation: Cancellation
    ) throws(Cancellation.Reason) {
        for index in 0..<folder.listing.count {
            if index % 256 == 0 { try cancellation.check() }
            let name = folder.listing.name(index)
            let identifier = root.identity.asset(at: joined(folder.path, name))
            guard missing.remove(identifier) != nil, let range = folder.listing.group(containing: name) else {
                continue
            }
            _ = keep(folder.inspection.group(range, of: folder.listing).assets) { $0.members[0].name == name }
        }
    }

    private func keep(_ assets: [AssetFiles], where isWanted: (AssetFiles) -> Bool) -> AssetStore.Index? {
        assets.first(where: isWanted).map { store.add($0) }
    }
}
