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
        let names = AlbumNames(try await allCollections())
        if let found = names.album(name) { return found }
        let titled = names.collections(titled: name)
        guard titled.isEmpty else {
            let way = titled.map { names.way(to: $0) }.first { $0.contains("/") }
            let example = way.map { ", or with its folders, as \"\($0)\"" } ?? ""
            throw CommandFailure(
                .usage,
                "there are \(titled.count) albums \(name); name one by its identifier\(example), see picker albums")
        }
        let question = Suggestion.question(name, among: names.titles)
        throw CommandFailure(.noInput, "there is no album \(name) in \(root)\(question); see picker albums")
    }
}
