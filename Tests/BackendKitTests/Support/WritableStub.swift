import BackendKit
import PhotoModel
import Platform

/// A backend whose libraries keep what is added in memory; a test finds its own by the root that it opens.
struct WritableBackend: PhotoBackend {
    static let info = BackendInfo(
        id: "writable", name: "Writable", version: "1", priority: 1, capabilities: [.write], formats: [])

    init(host: BackendHost) throws(PhotoError) {}

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> WritableStub {
        WritableStub.byRoot.withLock { libraries in
            let library = WritableStub()
            libraries[String(decoding: request.location, as: UTF8.self)] = library
            return library
        }
    }
}

/// Has the capability and cannot write.
struct BoastingWriter: PhotoBackend {
    static let info = WritableBackend.info

    init(host: BackendHost) throws(PhotoError) {}

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> StubLibrary { throw .closed }
}

/// Can write and lacks the capability.
struct ModestWriter: PhotoBackend {
    static let info = StubBackend.info

    init(host: BackendHost) throws(PhotoError) {}

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> WritableStub { throw .closed }
}

final class WritableStub: WritableLibrary, EmptyLibrary {
    static let byRoot = Mutex<[String: WritableStub]>([:])

    struct Added: Equatable {
        var filename: String
        var collection: String?
        var byteSize: Int64?
        var bytes: [UInt8]
    }

    let added = Mutex<[Added]>([])

    func add(_ request: AddRequest, call: BackendCall) throws(PhotoError) -> Asset {
        var bytes: [UInt8] = []
        while let piece = try request.next() {
            try call.check()
            bytes += piece
        }
        let new = Added(
            filename: request.filename, collection: request.collection, byteSize: request.byteSize, bytes: bytes)
        added.withLock { $0.append(new) }
        return Asset(
            localIdentifier: "new", filename: request.filename, path: AssetPath(request.filename),
            contentType: "public.jpeg", mediaType: .image)
    }

    func createAlbum(title: String, call: BackendCall) throws(PhotoError) -> AssetCollection {
        guard !title.isEmpty else { throw .invalidArgument("a title is empty") }
        return AssetCollection(localIdentifier: "album", title: title, type: .album, isEditable: true)
    }
}
