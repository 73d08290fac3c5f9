internal import Foundation
internal import GRDB
internal import PhotoFolder
internal import PhotoModel
internal import Platform

/// The folders of a library, with the number of assets directly inside each.
struct FolderTree {
    struct Node {
        let id: Int64
        let parent: Int64?
        let path: [UInt8]
        let isCameraFolder: Bool
        /// The number of assets directly inside, hidden ones included.
        let total: Int
        /// The number of those that are not hidden.
        let shown: Int
    }

    let nodes: [Int64: Node]
    /// The library's own folder.
    let root: Node?
    /// The subfolders that have assets at any depth, by the id of the folder that they are in; in natural sort.
    private(set) var children: [Int64: [Node]] = [:]

    init(_ database: Database) throws {
        let kinds = try KindCounts(database).list(KindFilter(options: .init()))
        let statement = try database.cachedStatement(
            sql: """
                SELECT id, parent_id, path, is_camera_folder, total, shown FROM folder LEFT JOIN (
                    SELECT scope, sum(count) AS total, sum(count) FILTER (WHERE \(kinds.test)) AS shown
                    FROM tally WHERE scope > 0 GROUP BY scope
                ) ON scope = id
                """)
        var nodes: [Int64: Node] = [:]
        let rows = try Row.fetchCursor(statement)
        while let row = try rows.next() {
            nodes[row[0]] = Node(
                id: row[0], parent: row[1], path: Array(row[2] as Data), isCameraFolder: row[3], total: row[4] ?? 0,
                shown: row[5] ?? 0)
        }
        self.nodes = nodes
        root = nodes.values.first { $0.path.isEmpty }
        link()
    }

    /// The folder and all folders inside it, at any depth, that directly contain assets.
    func below(_ id: Int64) -> [Node] {
        var found: [Node] = []
        var pending = [id]
        while let next = pending.popLast() {
            if let node = nodes[next], node.total > 0 { found.append(node) }
            pending += children[next, default: []].map(\.id)
        }
        return found
    }

    private mutating func link() {
        var kept: Set<Int64> = []
        for node in nodes.values where node.total > 0 {
            // Go up until a folder that is already in the tree.
            var next: Node? = node
            while let folder = next, kept.insert(folder.id).inserted { next = folder.parent.flatMap { nodes[$0] } }
        }
        let keyed = kept.compactMap { nodes[$0] }.map { ($0, NaturalSort.key(splitPath($0.path).name)) }
        for (node, _) in keyed.sorted(by: { $0.1.lexicographicallyPrecedes($1.1) }) {
            if let parent = node.parent { children[parent, default: []].append(node) }
        }
    }
}

/// The folders of the state of an index for which they were last asked. All albums are listed in as many calls as there are
/// folders with folders in them.
final class LatestFolderTree: Sendable {
    private struct State {
        let generation: Int64
        let tree: FolderTree
    }

    private let latest = Mutex<State?>(nil)

    /// The folders of the state that a transaction reads.
    func read(_ database: Database) throws -> FolderTree {
        let generation = try LibraryRow.generation(database)
        if let known = latest.withLock({ $0 }), known.generation == generation { return known.tree }
        let tree = try FolderTree(database)
        latest.withLock { $0 = State(generation: generation, tree: tree) }
        return tree
    }
}
