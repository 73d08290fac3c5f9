package import BackendKit
package import PhotoFolder
package import PhotoModel

/// Answers requests for images and bytes from the files of assets. It is shared by all backends over folders, however
/// they find the files.
package struct FileServing: Sendable {
    let root: LibraryRoot
    let host: BackendHost
    let sizes: ImagePlan.Sizes

    /// - Parameter sizes: the sizes that are made for requests that do not ask for an exact one.
    package init(root: LibraryRoot, host: BackendHost, sizes: ImagePlan.Sizes) {
        self.root = root
        self.host = host
        self.sizes = sizes
    }

    /// Reads bytes of a representation, from those of the asset's files that still exist.
    package func read(
        _ request: ReadRequest, of files: AssetFiles, call: BackendCall
    ) throws(PhotoError) -> [UInt8] {
        var records = AssetRecords(root)
        let place = try reading { () throws(FolderError) in
            try records.place(of: request.representation, of: files, version: request.contentTag)
        }
        guard let place else {
            throw .notFound("the asset has no representation \(request.representation)")
        }
        try call.check()
        let bytes = try reading { () throws(FolderError) in
            try root.read(
                place, from: Int(clamping: request.offset), count: request.count, version: request.contentTag,
                cancellation: call.cancellation)
        }
        try call.check()
        return bytes
    }
}
