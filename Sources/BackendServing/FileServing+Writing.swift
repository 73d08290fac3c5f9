package import BackendKit
package import PhotoFolder
package import PhotoModel

extension FileServing {
    /// Writes a new file into the folder at `folder`, a path from the root.
    ///
    /// - Returns: the files of the new asset.
    package func add(
        _ request: AddRequest, to folder: [UInt8], call: BackendCall
    ) throws(PhotoError) -> AssetFiles {
        let addition = try writing { () throws(WritingError) in
            try Addition(request.filename, to: folder, of: root, byteSize: request.byteSize)
        }
        while let bytes = try request.next() {
            try call.check()
            try writing { () throws(WritingError) in try addition.append(bytes) }
        }
        return try writing { () throws(WritingError) in
            try addition.finish(cancellation: call.cancellation)
        }
    }

    /// Makes the folder for an album with this title, if it does not exist.
    ///
    /// - Returns: its path from the root.
    package func createAlbum(title: String, call: BackendCall) throws(PhotoError) -> [UInt8] {
        try writing { () throws(WritingError) in
            try root.createAlbum(title: title, cancellation: call.cancellation)
        }
    }

    /// Runs work that writes files, and turns its errors into those of the ABI.
    private func writing<Result>(
        _ body: () throws(WritingError) -> Result
    ) throws(PhotoError) -> Result {
        do throws(WritingError) {
            return try body()
        } catch {
            throw PhotoError(error.status, error.description, systemErrno: error.systemErrno, underlying: error)
        }
    }
}
