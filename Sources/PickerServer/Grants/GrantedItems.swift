internal import PhotoModel
internal import PickerHost
internal import PickingSessions

/// Reads the items that were granted to a client.
struct GrantedItems {
    let view: LibraryView
    /// The beginning of the addresses of the library's items, for this client: `http://HOST/v1/library`.
    let root: String

    /// How many items are read at once.
    private static let width = 8

    /// The items, in order. Those that are gone meanwhile are left out.
    func resources(of assets: [Asset]) async throws -> [MediaItemResource] {
        try await withThrowingTaskGroup(of: (Int, MediaItemResource?).self) { group in
            var results: [Int: MediaItemResource] = [:]
            for (index, asset) in assets.enumerated() {
                if index >= Self.width, let (done, item) = try await group.next() { results[done] = item }
                group.addTask { (index, try await item(asset.localIdentifier)) }
            }
            for try await (done, item) in group { results[done] = item }
            return assets.indices.compactMap { results[$0] }
        }
    }

    /// - Returns: nil if it is not granted or not in the library.
    func item(_ identifier: String) async throws -> MediaItemResource? {
        try await MediaItemReading(library: view, mode: .current).item(identifier) {
            "\(root)/media/\(identifier).\($0.version)"
        }
    }
}
