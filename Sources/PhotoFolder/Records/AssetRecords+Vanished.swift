internal import Imaging
public import PhotoModel

// Files come and go while a library is open.
extension AssetRecords {
    /// The record of an asset; if its file is gone or cannot be read any more, what is known without it. A fetch that
    /// returned an asset once must be able to return it again.
    public mutating func assetOrPlaceholder(_ files: AssetFiles) -> Asset {
        do throws(FolderError) {
            return try asset(files)
        } catch {
            return placeholder(files)
        }
    }

    /// Whether the file that represents the asset still exists.
    public mutating func exists(_ files: AssetFiles) -> Bool {
        guard let folder = try? open(files.folder) else { return false }
        return (try? folder.status(of: files.members[0].name)) != nil
    }

    /// The files that can still be opened, in their order, which `details` counts as representations. The first one only has
    /// to exist: what is wrong with it is reported when it is read.
    public mutating func present(_ files: AssetFiles) -> [AssetFiles.Member] {
        guard let folder = try? open(files.folder) else { return [] }
        let root = root
        return files.members.enumerated().filter { index, member in
            index == 0
                ? (try? folder.status(of: member.name)) != nil : (try? root.file(member.name, in: folder)) != nil
        }.map(\.element)
    }

    private func placeholder(_ files: AssetFiles) -> Asset {
        let first = files.members[0]
        var asset = Asset(
            localIdentifier: root.identity.asset(at: files.path).text,
            filename: String(decoding: first.name, as: UTF8.self), path: AssetPath(bytes: files.path),
            contentType: first.format.uniformTypeIdentifier, mediaType: files.mediaType)
        asset.contentTag = 1  // A tag that no file has; 0 would mean "any".
        asset.duration = files.mediaType == .video ? nil : 0
        asset.representationCount = files.members.count
        return asset
    }
}
