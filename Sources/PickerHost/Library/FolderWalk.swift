internal import PhotoModel

/// The way through all folders of collections, each followed by what is in it, which comes to an end whatever the backend
/// says. A pure value.
struct FolderWalk {
    /// Of collections: above every library.
    private static let limit = 1 << 20
    /// Folders inside of each other: more than paths of files can name.
    private static let depthLimit = 2048

    /// Those that were passed, in order.
    private(set) var collections: [AssetCollection] = []
    private let backend: String
    private var folders: Set<String>
    /// What is still to come, the last first, and how deep it is.
    private var waiting: [(collection: AssetCollection, depth: Int)] = []
    private var depth = 0

    /// - Parameters:
    ///   - backend: that the collections are of, for errors.
    ///   - parent: where the way begins; nil: at the top.
    init(of backend: String, from parent: AssetCollection?) {
        self.backend = backend
        folders = Set([parent?.localIdentifier].compactMap(\.self))
    }

    /// Takes what is in the folder that was given last.
    ///
    /// - Throws: `.internal` when there are more collections, or deeper folders, than there can be.
    mutating func enter(_ inside: [AssetCollection]) throws(PhotoError) {
        guard collections.count + waiting.count + inside.count <= Self.limit, depth < Self.depthLimit else {
            throw PhotoError(.internal, "\(backend): its folders have no end: there are too many, or they are too deep")
        }
        waiting += inside.reversed().map { ($0, depth + 1) }
    }

    /// Passes collections up to the next folder, whose content is to be entered; nil at the end.
    mutating func nextFolder() -> AssetCollection? {
        while let next = waiting.popLast() {
            guard next.collection.type == .folder else {
                collections.append(next.collection)
                continue
            }
            guard folders.insert(next.collection.localIdentifier).inserted else { continue }
            collections.append(next.collection)
            depth = next.depth
            return next.collection
        }
        return nil
    }
}
