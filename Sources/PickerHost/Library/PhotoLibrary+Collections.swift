public import PhotoModel

extension PhotoLibrary {
    /// The collections at the top, smart albums first, folders included; or the collections inside a folder.
    public func collections(
        in parent: AssetCollection? = nil, types: CollectionTypes = .any
    ) async throws(PhotoError) -> [AssetCollection] {
        try await perform(in: \.metadata) { (_, table, control) throws(PhotoError) in
            try table.collections(under: parent?.localIdentifier, types: types, control: control)
        }
    }

    /// All collections, or those inside `parent`, each folder followed by what is in it. A folder that is inside itself, or
    /// inside two others, comes once.
    ///
    /// - Throws: `.internal` when the backend's folders never end.
    public func allCollections(
        in parent: AssetCollection? = nil
    ) async throws(PhotoError) -> [AssetCollection] {
        var walk = FolderWalk(of: backend.id, from: parent)
        try walk.enter(try await collections(in: parent))
        while let folder = walk.nextFolder() { try walk.enter(try await collections(in: folder)) }
        return walk.collections
    }

    /// The collection that most pickers open first.
    public func cameraRoll() async throws(PhotoError) -> AssetCollection {
        try await perform(in: \.metadata) { (_, table, control) throws(PhotoError) in
            try table.cameraRoll(control: control)
        }
    }

    /// The collection with that identifier; throws `.notFound`.
    public func collection(_ localIdentifier: String) async throws(PhotoError) -> AssetCollection {
        try await perform(in: \.metadata) { (_, table, control) throws(PhotoError) in
            try table.collection(localIdentifier, control: control)
        }
    }

    /// At most three key assets of a collection, best first, of these media types.
    public func keyAssets(
        of collection: String, mediaTypes: MediaTypes = .any
    ) async throws(PhotoError) -> [Asset] {
        try await perform(in: \.metadata) { (_, table, control) throws(PhotoError) in
            try table.keyAssets(of: collection, mediaTypes: mediaTypes, control: control)
        }
    }

    /// The exact number of assets in the result of a fetch.
    public func count(
        of scope: FetchScope, options: FetchOptions = FetchOptions()
    ) async throws(PhotoError) -> Int {
        try await perform(in: \.metadata) { (generation, table, control) throws(PhotoError) in
            try generation.check(options)
            return try table.count(scope, options: options, control: control)
        }
    }
}
