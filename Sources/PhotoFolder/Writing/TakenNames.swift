internal import PhotoModel
internal import Platform

/// The names in a folder that a new file must not have: those that exist, and those that would make it a part of an
/// existing asset, as `IMG_1.MOV` would become the video of `IMG_1.JPG`.
struct TakenNames {
    private var names: Set<[UInt8]> = []
    private var keys: Set<[UInt8]> = []

    /// Reads the names of a folder.
    ///
    /// - Parameter start: the beginning of the names that will be checked; other names are not kept.
    init(in folder: OpenFolder, startingWith start: [UInt8]) throws(FolderError) {
        let start = start.map(\.asciiLowercased)
        try folder.forEachEntry { name, kind in
            if name.lazy.map(\.asciiLowercased).starts(with: start) { insert(Array(name), kind) }
            return true
        }
    }

    func contains(_ name: [UInt8]) -> Bool { names.contains(name) || keys.contains(GroupKey.of(name)) }

    private mutating func insert(_ name: [UInt8], _ kind: FileKind) {
        names.insert(name)
        guard kind != .folder else { return }
        keys.insert(GroupKey.of(name))
        // IMG_1.JPG.xmp describes IMG_1.JPG.
        if let target = GroupKey.target(ofSidecar: name) { keys.insert(GroupKey.of(target)) }
    }
}
