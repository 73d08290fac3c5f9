internal import PhotoModel
internal import PickerHost
internal import Platform

extension PhotoLibrary {
    /// The asset that an argument names: an identifier, a path inside the library, or one from the current folder that
    /// leads there, as a shell completes it.
    ///
    /// - Throws: not permitted, rather than not found, when there is a file that may not be read.
    func namedAsset(_ name: String) async throws -> Asset {
        do throws(PhotoError) {
            return try await asset(name)
        } catch {
            guard error.status == .notFound else { throw error }
            if let path = pathFromHere(name), let asset = try? await asset(path) { return asset }
            guard let path = closedFile(name) else { throw error }
            throw CommandFailure(.notPermitted, "\(path): permission denied; ask its owner to let you read it")
        }
    }

    /// The collection that an argument names: by its identifier, or by its title when there is one of that title.
    func namedAlbum(_ name: String) async throws -> AssetCollection {
        do throws(PhotoError) {
            return try await collection(name)
        } catch {
            guard error.status == .notFound || error.status == .invalidArgument else { throw error }
        }
        let all = try await allCollections()
        let titled = all.filter { $0.title == name }
        guard let album = titled.first else {
            let question = Suggestion.question(name, among: all.map(\.title))
            throw CommandFailure(.noInput, "there is no album \(name) in \(root)\(question); see picker albums")
        }
        guard titled.count == 1 else {
            throw CommandFailure(
                .usage, "there are \(titled.count) albums \(name); name one by its identifier, see picker albums")
        }
        return album
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
