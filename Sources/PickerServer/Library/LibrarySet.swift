internal import HTTPTypes
internal import PhotoModel
internal import PickerHost

/// All libraries of a server: the first, which is open, and those beside it, which may not be.
struct LibrarySet: Sendable {
    /// Names the first in addresses.
    let firstKey: String
    let first: ServedLibrary
    let others: [LateLibrary]

    /// The library of this root.
    ///
    /// - Returns: nil for a library that is not one of this server's.
    /// - Throws: UNAVAILABLE for one that is, and cannot be reached now.
    func library(root: String) throws -> ServedLibrary? {
        if root == first.library.root { return first }
        guard let other = others.first(where: { $0.root == root }) else { return nil }
        guard let served = other.state.library else { throw Self.unavailable }
        return served
    }

    /// Of all, open or not, that of the first first.
    var roots: [String] { [first.library.root] + others.map(\.root) }

    /// Of those that can be asked now.
    var openRoots: [String] { open.map(\.library.root) }

    /// Whether a library is one of this server's, open or not.
    func has(root: String) -> Bool { root == first.library.root || others.contains { $0.root == root } }

    /// Those that can be asked now, the first of them first.
    var open: [ServedLibrary] { [first] + others.compactMap(\.state.library) }

    private static var unavailable: ServerError {
        ServerError(.serviceUnavailable, "UNAVAILABLE", "the photos are not available now: try again later")
    }
}
