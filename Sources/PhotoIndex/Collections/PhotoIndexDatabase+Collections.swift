internal import GRDB
internal import PhotoFolder
package import PhotoModel

extension PhotoIndexDatabase {
    /// The collections inside the collection list `parent`; nil: those at the top, smart albums first.
    ///
    /// Folders are in natural sort, the album of a folder before its list. Days are returned only if the caller asks
    /// for them: if `types` contains `moment` and is not `any`.
    ///
    /// - Throws: `notFound` if there is no such list.
    package func collections(
        under parent: String?, types: CollectionTypes, cancellation: Cancellation = .never
    ) throws(IndexError) -> [AssetCollection] {
        try read(cancellation: cancellation) { database in
            let records = try CollectionRecords(root, database)
            var found: [AssetCollection] = []
            if parent == nil, types.contains(.smartAlbum) { found += try records.smartAlbums() }
            if types.contains(.album) || types.contains(.event) || types.contains(.folder) {
                found += try folders(under: parent, types, records, cancellation)
            } else if let parent {
                _ = try list(parent, folderTree.read(database), database)
            }
            if parent == nil, types.contains(.moment), types != .any { found += try records.moments() }
            return found
        }
    }

    /// The collection that most pickers open first.
    package func cameraRoll(cancellation: Cancellation = .never) throws(IndexError) -> AssetCollection {
        try read(cancellation: cancellation) { try CollectionRecords(root, $0).smartAlbum(.cameraRoll) }
    }

    /// The collection with that identifier.
    ///
    /// - Throws: `notFound` if there is none; a folder without assets is not a collection.
    package func collection(
        _ localIdentifier: String, cancellation: Cancellation = .never
    ) throws(IndexError) -> AssetCollection {
        try read(cancellation: cancellation) { database in
            let records = try CollectionRecords(root, database)
            var found: AssetCollection?
            switch try CollectionPlace.find(localIdentifier, root.identity, database) {
            case .smartAlbum(let album): found = try records.smartAlbum(album)
            case .moment(let day): found = try records.moments(day: day).first
            case .folder(let id):
                let tree = try folderTree.read(database)
                if let node = tree.nodes[id] { found = try records.album(node, in: tree.parent(of: node)) }
            case .list:
                let tree = try folderTree.read(database)
                let node = try list(localIdentifier, tree, database)
                found = records.list(node, in: tree.parent(of: node))
            }
            guard let found else { throw IndexError.notFound("collection \(localIdentifier)") }
            return found
        }
    }

    private func folders(
        under parent: String?, _ types: CollectionTypes, _ records: CollectionRecords, _ cancellation: Cancellation
    ) throws -> [AssetCollection] {
        let tree = try folderTree.read(records.database)
        let folder = try parent.map { try list($0, tree, records.database) } ?? tree.root
        guard let folder else { return [] }
        var found: [AssetCollection] = []
        // The root has no list around it, so its own photos are at the top.
        let albums = parent == nil ? [folder] + tree.children(of: folder) : tree.children(of: folder)
        for node in albums {
            // The statements are too short to be interrupted, and the storage is asked about the folder's permissions.
            try cancellation.checkIndexing()
            let parent = tree.parent(of: node)
            let type: CollectionType = node.isCameraFolder ? .event : .album
            if node.total > 0, types.contains(type) { found.append(try records.album(node, in: parent)) }
            if node.id != folder.id, tree.holdsFolders(node), types.contains(.folder) {
                found.append(records.list(node, in: parent))
            }
        }
        return found
    }

    private func list(_ identifier: String, _ tree: FolderTree, _ database: Database) throws -> FolderTree.Node {
        guard case .list(let id) = try CollectionPlace.find(identifier, root.identity, database),
            let node = tree.nodes[id], tree.holdsFolders(node), !node.path.isEmpty
        else { throw IndexError.notFound("collection list \(identifier)") }
        return node
    }
}

extension FolderTree {
    func parent(of node: Node) -> Node? { node.parent.flatMap { nodes[$0] } }

    func children(of node: Node) -> [Node] { children[node.id, default: []] }

    /// Whether it has subfolders with assets, at any depth.
    func holdsFolders(_ node: Node) -> Bool { !children(of: node).isEmpty }
}
