package import BackendKit
internal import Imaging
package import PhotoCatalog
package import PhotoModel
internal import Pixels

extension FileServing {
    /// The images in the file that shows the current version of an asset, the main one first.
    ///
    /// - Throws: `unsupportedFormat` for files that are not HEIF.
    package func items(of files: AssetFiles) throws(BackendError) -> [ImageItem] {
        guard let member = files.image(.current) else {
            throw BackendError(.unsupportedFormat, "\(files.displayName) has no file that is an image")
        }
        let file = try reading { () throws(CatalogError) in
            var records = AssetRecords(root)
            return try records.file(member, of: files)
        }
        let items = try decoding(String(decoding: member.name, as: UTF8.self)) { () throws(ImagingError) in
            try HEIFFile(file.source).items()
        }
        return items.map(ImageItem.init)
    }
}

extension AssetFiles {
    /// The name of the file that represents the asset.
    fileprivate var displayName: String { String(decoding: members[0].name, as: UTF8.self) }
}

extension ImageItem {
    fileprivate init(_ item: HEIFFile.Item) {
        let kind: Kind =
            switch item.role {
            case .primary: .primary
            case .image: .image
            case .thumbnail: .thumbnail
            case .depth: .depth
            case .alpha: .alpha
            case .auxiliary: .auxiliary
            }
        self.init(
            kind: kind, id: UInt32(clamping: item.id), pixelWidth: item.size.width, pixelHeight: item.size.height,
            auxiliaryType: item.auxiliaryType)
    }
}
