package import BackendKit
package import PhotoCatalog
internal import PhotoModel

extension FileServing {
    /// Reads bytes of a representation, of those files of the asset that are still there.
    package func read(
        _ request: ReadRequest, of files: AssetFiles, call: BackendCall
    ) throws(BackendError) -> [UInt8] {
        var records = AssetRecords(root)
        let place = try reading { () throws(CatalogError) in
            try records.place(of: request.representation, of: files, version: request.versionToken)
        }
        guard let place else {
            throw .notFound("the asset has no representation \(request.representation)")
        }
        try call.check()
        return try reading { () throws(CatalogError) in
            try root.read(
                place, from: Int(clamping: request.offset), count: request.count, version: request.versionToken)
        }
    }
}
