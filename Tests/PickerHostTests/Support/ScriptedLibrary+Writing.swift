import BackendKit
import PhotoModel
import Platform

/// What a scripted library was given to add.
struct AddedFile: Equatable {
    var filename: String
    var collection: String?
    var byteSize: Int64?
}

extension ScriptedLibrary: WritableLibrary where Kind: WritingKind {
    func add(_ request: AddRequest, call: BackendCall) throws(PhotoError) -> Asset {
        script.heard.withLock { heard in
            heard.added.append(
                AddedFile(filename: request.filename, collection: request.collection, byteSize: request.byteSize))
        }
        note("add \(request.filename)")
        defer { note("add \(request.filename) ended") }
        return try script.answer(\.add)(request, call)
    }

    func createAlbum(title: String, call: BackendCall) throws(PhotoError) -> AssetCollection {
        script.heard.withLock { $0.albumTitles.append(title) }
        guard title != "/" else { throw .invalidArgument("no title") }
        return AssetCollection(localIdentifier: "album-\(title)", title: title, type: .album, isEditable: true)
    }
}

/// All bytes of a file that is added.
func readToEnd(_ request: AddRequest, _ call: BackendCall) throws(PhotoError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = try request.next() {
        try call.check()
        bytes += piece
    }
    return bytes
}
