package import BackendKit
package import PhotoCatalog
internal import PhotoModel

extension FileServing {
    /// Reads bytes of a representation, of those files of the asset that are still there.
    package func read(
        _ request: ReadRequest, of files: AssetFiles, call: BackendCall
    ) throws(BackendError) -> [UInt8] {
        var records = AssetRecords(root)
        let members = records.present(files)
        guard members.indices.contains(request.representation) else {
            throw .notFound("the asset has \(members.count) representations; there is no \(request.representation)")
        }
        try call.check()
        let path = files.path(of: members[request.representation])
        return try reading { () throws(CatalogError) in
            try root.read(
                path, from: Int(clamping: request.offset), count: request.count, version: request.versionToken)
        }
    }
}
