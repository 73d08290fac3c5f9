package import PhotoModel
internal import PickerHost

extension PhotoLibrary {
    /// The collection that an argument names: by its identifier, by its title if no other has it, or by its title after those of
    /// its folders (`Trip/Beach`).
    package func namedAlbum(_ name: String) async throws -> AssetCollection {
        do throws(PhotoError) {
            return try await collection(name)
        } catch {
            guard error.status == .notFound || error.status == .invalidArgument else { throw error }
        }
        let all = try await allCollections()
        let titled = all.filter { $0.title == name }
        let onTheWay = name.contains("/") ? all.filter { Self.way(to: $0, among: all) == name } : []
        if let found = Self.album(among: titled) ?? Self.album(among: onTheWay) { return found }
        guard titled.isEmpty else {
            let way = titled.map { Self.way(to: $0, among: all) }.first { $0.contains("/") }
            let example = way.map { ", or with its folders, as \"\($0)\"" } ?? ""
            throw CommandFailure(
                .usage,
                "there are \(titled.count) albums \(name); name one by its identifier\(example), see picker albums")
        }
        let question = Suggestion.question(name, among: all.map(\.title))
        throw CommandFailure(.noInput, "there is no album \(name) in \(root)\(question); see picker albums")
    }

    /// The only one of these collections, or the only one that is not a folder: a folder with photos of its own is listed as a
    /// folder and as an album.
    private static func album(among collections: [AssetCollection]) -> AssetCollection? {
        if collections.count == 1 { return collections.first }
        let albums = collections.filter { $0.type != .folder }
        return albums.count == 1 ? albums.first : nil
    }

    /// The titles of the folders that a collection is in, and its own, between slashes.
    private static func way(to collection: AssetCollection, among all: [AssetCollection]) -> String {
        var titles = [collection.title]
        var parent = collection.parent
        // The number of collections limits the loop, because the parents that a backend gives may form a cycle.
        while let identifier = parent, titles.count <= all.count,
            let folder = all.first(where: { $0.localIdentifier == identifier })
        {
            titles.append(folder.title)
            parent = folder.parent
        }
        return titles.reversed().joined(separator: "/")
    }
}
