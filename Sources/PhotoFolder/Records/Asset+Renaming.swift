internal import Imaging
package import PhotoModel
package import Platform

extension Asset {
    /// The asset of a single file that was renamed or moved, as if the file were read again. Nil if it has to be read,
    /// because one of the names says what the asset is, and not only where.
    ///
    /// - Parameters:
    ///   - path: the new path, from the root.
    ///   - status: the file's status under its new name.
    package func renamed(to path: [UInt8], status: FileStatus, _ identity: LibraryIdentity) -> Asset? {
        let (name, before) = (splitPath(path).name, splitPath(self.path.bytes).name)
        guard FileName(name).fileExtension == FileName(before).fileExtension,
            ![name, before].contains(where: { ScreenshotName.matches($0) || BurstName($0) != nil })
        else { return nil }
        var asset = self
        asset.localIdentifier = identity.asset(at: path).text
        asset.filename = String(decoding: name, as: UTF8.self)
        asset.path = AssetPath(bytes: path)
        asset.contentTag = ContentTag.token(of: status)
        if let creation, creation.source != .metadata, creation.source != .gps {
            let modified = Timestamp(milliseconds: status.modificationTime.flooredMilliseconds)
            asset.creation = .of(nil, name: name, modificationTime: modified)
        }
        return asset
    }
}
