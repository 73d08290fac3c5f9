package import BackendKit
package import PhotoCatalog
internal import PhotoModel

extension FileServing {
    /// Writes a new file into the folder at `folder`, a path from the root.
    ///
    /// - Returns: the asset that it is.
    package func add(
        _ request: AddRequest, to folder: [UInt8], call: BackendCall
    ) throws(BackendError) -> AssetFiles {
        let addition = try writing(call) { () throws(WritingError) in
            try Addition(request.filename, to: folder, of: root, byteSize: request.byteSize)
        }
        while let bytes = try request.next() {
            try call.check()
            try writing(call) { () throws(WritingError) in try addition.append(bytes) }
        }
        return try writing(call) { () throws(WritingError) in
            try addition.finish(isCancelled: { call.isCancelled })
        }
    }

    /// Makes the folder that is the album of this title, unless there is one.
    ///
    /// - Returns: its path from the root.
    package func createAlbum(title: String, call: BackendCall) throws(BackendError) -> [UInt8] {
        try writing(call) { () throws(WritingError) in
            try root.createAlbum(title: title, isCancelled: { call.isCancelled })
        }
    }

    /// Runs what writes files; its errors become those of the ABI.
    private func writing<Result>(
        _ call: BackendCall, _ body: () throws(WritingError) -> Result
    ) throws(BackendError) -> Result {
        do throws(WritingError) {
            return try body()
        } catch {
            // The writer knows that it was stopped, the call knows why.
            if error == .cancelled { try call.check() }
            throw BackendError(error.status, error.description, systemErrno: error.systemErrno)
        }
    }
}
