internal import HTTPTypes
internal import PhotoModel
internal import PickerHost

/// All libraries of a server: the first, which is open, and further ones, which may not be.
struct LibrarySet: Sendable {
    /// The name of the first library in addresses.
    let firstKey: String
    let first: ServedLibrary
    let others: [LateLibrary]

    /// The library with this root.
    ///
    /// - Returns: nil if this server has no such library.
    /// - Throws: UNAVAILABLE if it cannot be reached at the moment.
    func library(root: String) throws -> ServedLibrary? {
        if root == first.library.root { return first }
        guard let other = others.first(where: { $0.root == root }) else { return nil }
        guard let served = other.state.library else { throw Self.unavailable }
        return served
    }

    /// The roots of all libraries, open or not; the first library comes first.
    var roots: [String] { [first.library.root] + others.map(\.root) }

    /// Whether this server has the library with this root, open or not.
    func has(root: String) -> Bool { root == first.library.root || others.contains { $0.root == root } }

    /// The libraries that are open; the first library comes first.
    var open: [ServedLibrary] { [first] + others.compactMap(\.state.library) }

    private static var unavailable: ServerError {
        ServerError(.serviceUnavailable, "UNAVAILABLE", "the photos are not available now: try again later")
    }
}
