internal import PhotoModel
internal import PickerHost

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension PhotoLibrary {
    /// The asset that an argument names: an identifier, or a path inside the library.
    ///
    /// - Throws: not permitted, rather than not found, when there is a file that may not be read.
    func namedAsset(_ name: String) async throws -> Asset {
        do throws(PhotoError) {
            return try await asset(name)
        } catch {
            guard error.status == .notFound, let path = closedFile(name) else { throw error }
            throw CommandFailure(.notPermitted, "\(path): permission denied; ask its owner to let you read it")
        }
    }

    private func closedFile(_ name: String) -> String? {
        // Paths that lead out of the library are nobody's business here.
        guard !name.isEmpty, !name.split(separator: "/").contains("..") else { return nil }
        let path = name.hasPrefix(root + "/") ? name : "\(root)/\(name)"
        return access(path, R_OK) != 0 && errno == EACCES ? path : nil
    }
}
