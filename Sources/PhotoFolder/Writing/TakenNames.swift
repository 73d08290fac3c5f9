internal import PhotoModel
internal import Platform

/// The names in a folder that a new file must not have: those that exist, and those that would make it a part of an
/// existing asset, as `IMG_1.MOV` would become the video of `IMG_1.JPG`.
struct TakenNames {
    private var names: Set<[UInt8]> = []
    private var keys: Set<[UInt8]> = []

    /// Reads the names of a folder.
    ///
    /// - Parameter wanted: makes the names that will be checked; names that cannot be in their way are not kept.
    init(in folder: OpenFolder, for wanted: NewFileName) throws(FolderError) {
        let start = wanted.commonStart.map(\.asciiLowercased)
        let keyStart = wanted.keyStart
        var key: [UInt8] = []
        try folder.forEachEntry { name, kind in
            key.removeAll(keepingCapacity: true)
            GroupKey.append(of: name, to: &key)
            // Names of one asset may begin differently: those of a portrait, or GX010001.MP4 and GL010001.LRV.
            if key.first == keyStart || name.lazy.map(\.asciiLowercased).starts(with: start) {
                insert(Array(name), kind)
            }
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
