package import PhotoModel
internal import PickerHost
internal import Platform

extension PhotoLibrary {
    /// The asset that an argument names: an identifier, a path inside the library, or one from the current folder that
    /// leads there, as a shell completes it.
    ///
    /// - Throws: not permitted, rather than not found, when there is a file that may not be read.
    package func namedAsset(_ name: String) async throws -> Asset {
        do throws(PhotoError) {
            return try await asset(name)
        } catch {
            guard error.status == .notFound else { throw error }
            if let path = pathFromHere(name), let asset = try? await asset(path) { return asset }
            guard let path = closedFile(name) else { throw error }
            throw CommandFailure(.notPermitted, "\(path): permission denied; ask its owner to let you read it")
        }
    }

    /// The collection that an argument names: by its identifier, by its title when there is one of that title, or by the titles on the way
    /// to it (`Trip/Beach`).
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

    /// The only one of some collections, or the only one of them that has photos: a folder that has its own is listed as a folder and as
    /// an album.
    private static func album(among collections: [AssetCollection]) -> AssetCollection? {
        if collections.count == 1 { return collections.first }
        let albums = collections.filter { $0.type != .folder }
        return albums.count == 1 ? albums.first : nil
    }

    /// The titles of the folders that a collection is in, and its own.
    private static func way(to collection: AssetCollection, among all: [AssetCollection]) -> String {
        var titles = [collection.title]
        var parent = collection.parent
        // No longer than there are collections: what a backend says of parents may go round in circles.
        while let identifier = parent, titles.count <= all.count,
            let folder = all.first(where: { $0.localIdentifier == identifier })
        {
            titles.append(folder.title)
            parent = folder.parent
        }
        return titles.reversed().joined(separator: "/")
    }

    /// Absolute; the folder without links, the file itself as it is named: a link may be a photo of the library.
    private func pathFromHere(_ name: String) -> String? {
        guard !name.isEmpty, !name.hasPrefix("/") else { return nil }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") : "."
        guard let last = parts.last, let resolved = try? canonicalPath(folder) else { return nil }
        return "\(resolved)/\(last)"
    }

    private func closedFile(_ name: String) -> String? {
        // Paths that lead out of the library are not looked at here.
        guard !name.isEmpty, !name.split(separator: "/").contains("..") else { return nil }
        let path = name.hasPrefix(root + "/") ? name : "\(root)/\(name)"
        return readingError(path) == .accessDenied ? path : nil
    }
}
