package import BackendKit
internal import HTTPClient
package import PhotoModel

// Adds assets: uploads a file, then puts it into an album.
extension ImmichLibrary: WritableLibrary {
    package func add(_ request: AddRequest, call: BackendCall) throws(PhotoError) -> Asset {
        guard AssetRecord.filename(request.filename, ImmichID.none) == request.filename else {
            throw .invalidArgument("\"\(request.filename)\" cannot be the name of a photo")
        }
        let album = try request.collection.flatMap { (identifier) throws(PhotoError) in try self.album(identifier, call)
        }
        let id = try upload(request, call)
        cache.forget([id])
        var document = try server.document(.get("/assets/\(id.uuid)"), call)
        if document["isTrashed"]?.bool == true {
            try restore(id, request.filename, call)
            document = try server.document(.get("/assets/\(id.uuid)"), call)
        }
        guard let record = AssetRecord(document) else { throw unknown(id.identifier("a")) }
        if let album { try put(id, into: album, call) }
        shelves.outdate()
        cache.remember([record])
        return record.asset
    }

    package func createAlbum(title: String, call: BackendCall) throws(PhotoError) -> AssetCollection {
        guard !title.isEmpty, title.utf8.count <= 255, Self.title(.text(title)) == title else {
            throw .invalidArgument("\"\(title)\" cannot be the title of an album")
        }
        shelves.outdate()
        let own = try entries(call).first {
            $0.collection.type == .album && $0.collection.isEditable && $0.collection.title == title
        }
        if let own { return own.collection }
        let document = try server.document(.post("/albums", JSON(["albumName": .text(title)])), call)
        shelves.outdate()
        guard let entry = entry(ofAlbum: document) else {
            throw .unsupported("\(server.name) makes albums in another way than Immich does")
        }
        return entry.collection
    }

    /// The album with an identifier; nil for the camera roll, which contains every asset anyway.
    private func album(_ identifier: String, _ call: BackendCall) throws(PhotoError) -> ImmichID? {
        if identifier == SmartAlbum.cameraRoll.rawValue { return nil }
        let entry = try entry(identifier, call)
        guard let id = ImmichID(identifier, prefix: "c"), entry.collection.isEditable else {
            throw PhotoError(.accessDenied, "nothing can be added to \(entry.collection.title)")
        }
        return id
    }

    /// Sends the file while it is read. The server recognizes a file that it has by its checksum, and does not store it again.
    private func upload(_ request: AddRequest, _ call: BackendCall) throws(PhotoError) -> ImmichID {
        let form = UploadForm(request, now: server.now)
        var parts: [[UInt8]] = [form.head]
        var sent: Int64 = 0
        var isRead = false
        let next = { () throws(PhotoError) -> [UInt8]? in
            if let part = parts.popLast() { return part }
            guard !isRead else { return nil }
            guard let bytes = try request.next() else {
                isRead = true
                return form.tail
            }
            sent += Int64(bytes.count)
            call.report(Int(sent), of: request.byteSize.map { max(Int($0), Int(sent)) })
            return bytes
        }
        let document: JSON
        do throws(PhotoError) {
            let response = try withoutActuallyEscaping(next) { next throws(PhotoError) in
                try server.send(
                    { authorization in
                        HTTPRequest(
                            "POST", server.address.of("/assets"),
                            headers: [
                                authorization, ("Accept", "application/json"), ("Content-Type", form.contentType),
                            ],
                            body: .stream(length: form.length, next: next), limit: 1 << 20)
                    }, call)
            }
            document = try server.parse(response).get()
        } catch {
            guard error.status == .internal else { throw error }
            throw PhotoError(.unsupportedFormat, "\(server.name) does not take \(request.filename): \(error.message)")
        }
        guard let id = document["id"]?.text.flatMap(ImmichID.init(uuid:)) else {
            throw .unsupported("\(server.name) takes uploads in another way than Immich does")
        }
        return id
    }

    /// Takes an asset out of the trash. The server leaves an uploaded file in the trash if it is there already, and deletes it after
    /// a while.
    private func restore(_ id: ImmichID, _ filename: String, _ call: BackendCall) throws(PhotoError) {
        guard access.allows("asset.delete") else {
            throw PhotoError(
                .alreadyExists,
                "\(filename) is in the trash of \(server.name); restore it there, since the API key lacks the permission "
                    + "asset.delete, which that takes")
        }
        _ = try server.document(.post("/trash/restore/assets", JSON(["ids": .array([.text(id.uuid)])])), call)
    }

    private func put(_ id: ImmichID, into album: ImmichID, _ call: BackendCall) throws(PhotoError) {
        let body = JSON(["ids": .array([.text(id.uuid)])])
        let answer = try server.document(.put("/albums/\(album.uuid)/assets", body), call).elements?.first
        guard answer?["success"]?.bool == true || answer?["error"]?.text == "duplicate" else {
            throw PhotoError(.accessDenied, "the photo is at \(server.name), but could not be put into the album")
        }
    }
}

extension ImmichID {
    /// A placeholder if no identifier is known. `unsafelyUnwrapped` is safe, because 22 zero digits are an identifier.
    fileprivate static let none = ImmichID("a" + String(repeating: "A", count: 22), prefix: "a").unsafelyUnwrapped
}

/// The body of an upload, as multipart/form-data (RFC 7578).
private struct UploadForm {
    let head: [UInt8]
    let tail: [UInt8]
    /// The number of bytes of the whole body; nil if the size of the file is not known.
    let length: Int64?
    let contentType: String

    init(_ request: AddRequest, now: Timestamp) {
        // 128 random bits make a boundary that no file contains.
        let boundary =
            "picker-" + String(UInt64.random(in: .min ... .max), radix: 36)
            + String(UInt64.random(in: .min ... .max), radix: 36)
        let fields = [
            ("deviceAssetId", "picker-\(now.milliseconds)-\(UInt32.random(in: .min ... .max))"), ("deviceId", "Picker"),
            ("fileCreatedAt", now.ofServer), ("fileModifiedAt", now.ofServer), ("isFavorite", "false"),
        ]
        var text = ""
        for (name, value) in fields {
            text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        let filename = request.filename.split(separator: "\"", omittingEmptySubsequences: false).joined(
            separator: "%22")
        text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"assetData\"; filename=\"\(filename)\"\r\n"
        text += "Content-Type: application/octet-stream\r\n\r\n"
        head = Array(text.utf8)
        tail = Array("\r\n--\(boundary)--\r\n".utf8)
        length = request.byteSize.flatMap { [head, tail] in
            let (length, isTooLarge) = $0.addingReportingOverflow(Int64(head.count + tail.count))
            return isTooLarge ? nil : length
        }
        contentType = "multipart/form-data; boundary=\(boundary)"
    }
}
