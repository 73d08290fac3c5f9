internal import PhotoModel

/// A photo as it was seen when the folder was read.
struct Photo: Hashable, Sendable {
    /// What the host is told.
    var asset: Asset
    /// 1 to 8, as in EXIF.
    var orientation: Int
    /// From a playlist; nil when none says one.
    var title: String?

    init(_ header: JPEGHeader, _ status: FileStatus, at path: AssetPath, _ identity: LibraryIdentity) {
        let name = path.bytes.split().name
        asset = Asset(
            localIdentifier: identity.asset(at: path.bytes).text, filename: AssetPath(bytes: name).text, path: path,
            contentType: "public.jpeg", mediaType: .image)
        // As a person sees it.
        let isTurned = header.orientation > 4
        asset.pixelWidth = isTurned ? header.height : header.width
        asset.pixelHeight = isTurned ? header.width : header.height
        asset.creation =
            header.taken.map { CreationDate(time: $0, source: .metadata) }
            ?? CreationDate(time: status.modified, source: .modification)
        asset.modificationTime = status.modified
        asset.byteSize = status.byteSize
        asset.contentTag = status.version
        orientation = header.orientation
    }
}
