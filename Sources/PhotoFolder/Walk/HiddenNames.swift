/// Names that are not part of a library: dot-files and dot-folders (such as `.thumbnails` and `.trash*`), and the index
/// folders that a NAS puts beside photos.
package enum HiddenNames {
    @inline(__always)
    package static func contains(_ name: some Collection<UInt8>) -> Bool {
        name.first == UInt8(ascii: ".") || (name.count == 6 && name.elementsEqual("@eaDir".utf8))
    }

    /// Whether a part of a path from the root is hidden.
    static func isHidden(path: [UInt8]) -> Bool {
        path.split(separator: UInt8(ascii: "/")).contains { contains($0) }
    }

    /// Whether a path from the root may be that of a file of the library: no part is hidden, empty, "." or "..".
    package static func admits(path: [UInt8]) -> Bool {
        let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return !path.contains(0) && parts.allSatisfy { !$0.isEmpty && !contains($0) }
    }
}
