package import BackendKit
internal import HTTPClient
package import PhotoModel

// Ranges of bytes of originals.
extension ImmichLibrary {
    package func read(_ request: ReadRequest, call: BackendCall) throws(PhotoError) -> [UInt8] {
        guard request.allowsNetwork else { throw .networkNotAllowed("its bytes are at \(server.name)") }
        let record = try file(request, call)
        if let tag = request.contentTag, tag != record.contentTag {
            throw .changed("\(record.filename) is another version now; ask for its details again")
        }
        // The server does not know the size of a photo whose metadata it has not read yet. Then the answer contains it.
        let size = record.byteSize > 0 ? record.byteSize : nil
        let count = Int(min(Int64(request.count), size.map { max(0, $0 - max(0, request.offset)) } ?? .max))
        // No file is so large that the offset of its end overflows.
        guard count > 0, request.offset <= Int64.max - Int64(count) else { return [] }
        let part = HTTPRequest.Part(offset: request.offset, count: count)
        let file = try server.part(
            of: "/assets/\(record.id.uuid)/original", part, entityTag: media[record.id]?.entityTag,
            mayBeAfterEnd: size == nil, call)
        let expected = size == nil ? file.count(of: part) : count
        guard size == nil || file.size == nil || file.size == size, media.isSame(record.id, file.entityTag),
            file.bytes.count == expected
        else {
            media.forget([record.id])
            throw .changed("\(record.filename) changed while it was read; read it from the beginning")
        }
        return file.bytes
    }

    /// The record of the asset whose original is the representation.
    private func file(_ request: ReadRequest, _ call: BackendCall) throws(PhotoError) -> AssetRecord {
        let asset = try freshRecord(of: try id(of: request.localIdentifier), call)
        switch (request.representation, asset.liveVideo) {
        case (0, _): return asset
        case (1, let video?): return try freshRecord(of: video, call)
        default: throw .notFound("\(asset.filename) has no file \(request.representation)")
        }
    }

    private func freshRecord(of id: ImmichID, _ call: BackendCall) throws(PhotoError) -> AssetRecord {
        if let entry = media[id] { return entry.record }
        guard let record = AssetRecord(try server.document(.get("/assets/\(id.uuid)"), call)) else {
            throw unknown(id.identifier("a"))
        }
        media.learn(record)
        return record
    }
}

extension ImmichServer {
    /// A part of a file, with the size and the entity tag of the whole file if the server sent them.
    struct Part {
        var bytes: [UInt8]
        var size: Int64?
        var entityTag: String?
    }

    /// Reads a part of a file. If the connection is cut, requests the missing bytes, once; or the whole part again if
    /// these might be of another version of the file.
    ///
    /// - Parameters:
    ///   - entityTag: the entity tag of the file as it was read before; nil if it is not known.
    ///   - mayBeAfterEnd: whether a part after the end of the file is no error; the result has no bytes then.
    func part(
        of endpoint: String, _ part: HTTPRequest.Part, entityTag: String?, mayBeAfterEnd: Bool, _ call: BackendCall
    ) throws(PhotoError) -> Part {
        let first = try answer(.file(endpoint, limit: part.count, part: part), call)
        if mayBeAfterEnd, case .success(let response) = first, response.status == 416 { return Part(bytes: []) }
        guard case .failure(.cutOff(let status, let bytes)) = first, status == 206, bytes.count < part.count else {
            return try Part(self.checked(first).get(), part)
        }
        // The entity tag of an answer that was cut off is not known. It was this one if the rest has it: a file that
        // was replaced does not get an old tag back.
        if let entityTag {
            let rest = HTTPRequest.Part(offset: part.offset + Int64(bytes.count), count: part.count - bytes.count)
            var found = try again(endpoint, rest, call)
            found.bytes = bytes + found.bytes
            if found.entityTag == entityTag { return found }
        }
        return try again(endpoint, part, call)
    }

    private func again(
        _ endpoint: String, _ part: HTTPRequest.Part, _ call: BackendCall
    ) throws(PhotoError) -> Part {
        try Part(checked(try answer(.file(endpoint, limit: part.count, part: part), call)).get(), part)
    }
}

extension ImmichServer.Part {
    /// How many bytes the requested part must have, by the file's size that the server sent with it.
    fileprivate func count(of part: HTTPRequest.Part) -> Int {
        size.map { Int(min(Int64(part.count), max(0, $0 - part.offset))) } ?? bytes.count
    }

    fileprivate init(_ response: HTTPResponse, _ part: HTTPRequest.Part) throws(PhotoError) {
        bytes = response.bytes
        entityTag = response.header("etag")
        let range = response.header("content-range") ?? ""
        size = range.split(separator: "/").last.flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
        let start = range.split(separator: " ").last?.split(separator: "-").first.flatMap { Int64($0) }
        guard response.status != 206 || start == nil || start == part.offset else {
            throw .unsupported(
                "\(response.address.origin.authority) answers with another part of the file than was asked for")
        }
        if response.status == 200 {
            size = response.header("content-length").flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
        }
    }
}
