internal import Imaging
public import PhotoModel

// Files come and go while a library is open.
extension AssetRecords {
    /// The record of an asset, or what is known of it without its file when that is gone or cannot be read any more: a
    /// fetch that gave it once must go on giving it.
    public mutating func assetOrPlaceholder(_ files: AssetFiles) -> Asset {
        do throws(FolderError) {
            return try asset(files)
        } catch {
            return placeholder(files)
        }
    }

    /// Whether the file that represents the asset is still there.
    public mutating func exists(_ files: AssetFiles) -> Bool {
        present(files).first == files.members[0]
    }

    /// The files that are still there, in their order: what `details` counts as representations.
    public mutating func present(_ files: AssetFiles) -> [AssetFiles.Member] {
        guard let folder = try? open(files.folder) else { return [] }
        return files.members.filter { (try? folder.status(of: $0.name)) != nil }
    }

    private func placeholder(_ files: AssetFiles) -> Asset {
        let first = files.members[0]
        var asset = Asset(
            localIdentifier: root.identity.asset(at: files.path).text,
            filename: String(decoding: first.name, as: UTF8.self), path: AssetPath(bytes: files.path),
            contentType: first.format.uniformTypeIdentifier, mediaType: files.mediaType)
        asset.contentTag = 1  // That of no file; 0 would say "any".
        asset.duration = files.mediaType == .video ? nil : 0
        asset.representationCount = files.members.count
        return asset
    }
}
