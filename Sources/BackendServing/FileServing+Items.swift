internal import BackendKit
internal import Imaging
package import PhotoFolder
package import PhotoModel

extension FileServing {
    /// The images in the file that shows an asset's current version, the main one first.
    ///
    /// - Throws: `unsupportedFormat` for files that are not HEIF.
    package func items(of files: AssetFiles) throws(PhotoError) -> [ImageItem] {
        guard let member = files.image(.current) else {
            throw PhotoError(.unsupportedFormat, "\(files.displayName) has no file that is an image")
        }
        let file = try reading { () throws(FolderError) in
            var records = AssetRecords(root)
            return try records.file(member, of: files)
        }
        return try whileUnchanged(file) { () throws(PhotoError) in
            try decoding(String(decoding: member.name, as: UTF8.self)) { () throws(ImagingError) in
                try root.decoder.items(of: file.source)
            }
        }
    }
}

extension AssetFiles {
    /// The name of the file that represents the asset.
    fileprivate var displayName: String { String(decoding: members[0].name, as: UTF8.self) }
}
