internal import HTTPClient
package import PhotoModel

extension ObjectStore {
    /// An object in a listing of a bucket.
    package struct Listed: Hashable, Sendable {
        /// In UTF-8, unless the program that wrote the object used something else.
        package let key: [UInt8]
        /// Changes when the content does.
        package let entityTag: String
        package let byteSize: Int64
        /// The modification time as the S3 wrote it.
        package let modified: String
    }

    /// A page of a listing of a bucket.
    package struct Page: Sendable {
        package let objects: [Listed]
        /// The token of the next page; nil if this is the last one.
        package let next: String?
    }

    /// The most objects that an S3 lists at once.
    package static var longestPage: Int { 1_000 }

    /// A page of the objects whose keys begin with a prefix, in the order of the keys' bytes.
    ///
    /// - Parameter token: `next` of the page before; nil for the first page.
    package func page(
        of prefix: String, after token: String?, limit: Int = Self.longestPage, _ cancellation: Cancellation
    ) throws(PhotoError) -> Page {
        // Sorted by name, as the signature requires. XML cannot contain control characters, so encoded keys are requested; not every S3
        // encodes them.
        let start = token.map { "continuation-token=\($0.percentEncoded)&" } ?? ""
        let query =
            "\(start)encoding-type=url&list-type=2&max-keys=\(limit)"
            + (prefix.isEmpty ? "" : "&prefix=\(prefix.percentEncoded)")
        let response = try checked(try send("GET", nil, cancellation, limit: 16 << 20, query: query), "")
        let isEncoded = XMLText.values(of: "EncodingType", in: response.bytes).first?.lowercased() == "url"
        let objects = try XMLText.blocks(of: "Contents", in: response.bytes).map { (block) throws(PhotoError) in
            guard let object = Listed(block, isEncoded: isEncoded) else {
                throw .unsupported("\(name) does not list objects as an S3 does; is the setting endpoint right?")
            }
            return object
        }
        guard XMLText.values(of: "IsTruncated", in: response.bytes).first == "true" else {
            return Page(objects: objects, next: nil)
        }
        let next = XMLText.values(of: "NextContinuationToken", in: response.bytes).first.map(XMLText.unescaped)
        guard let next, next != token else {
            throw .unsupported("\(name) does not say where its list goes on; is it an S3 with ListObjectsV2?")
        }
        return Page(objects: objects, next: next)
    }

    /// A part of an object that other programs may replace at any time.
    package struct Piece: Sendable {
        package let bytes: [UInt8]
        /// The size of the whole object.
        package let byteSize: Int64
        package let entityTag: String
    }

    /// Reads a part of an object; nil if the object does not exist.
    ///
    /// - Parameter entityTag: the entity tag that the object must have; nil for any.
    /// - Throws: `.changed` if it has another one.
    package func piece(
        of key: String, offset: Int64, count: Int, entityTag: String?, _ cancellation: Cancellation
    ) throws(PhotoError) -> Piece? {
        let headers = entityTag.map { [(name: "If-Match", value: $0)] } ?? []
        let response = try send(
            "GET", key, cancellation, limit: count, part: HTTPRequest.Part(offset: offset, count: count),
            headers: headers)
        switch response.status {
        case 404 where XMLText.values(of: "Code", in: response.bytes) != ["NoSuchBucket"]: return nil
        case 412: throw .changed("it was replaced while it was read")
        // No range of an empty object can be satisfied.
        case 416 where offset == 0: return Piece(bytes: [], byteSize: 0, entityTag: response.header("etag") ?? "")
        default: break
        }
        let tag = try checked(response, key).header("etag") ?? ""
        guard entityTag == nil || entityTag == tag else { throw .changed("it was replaced while it was read") }
        guard let size = wholeLength(response, offset: offset, count: count) else {
            throw .unsupported("\(name) does not say how long its objects are; is it an S3?")
        }
        return Piece(bytes: response.bytes, byteSize: size, entityTag: tag)
    }

    /// The size of an object of which a part was requested; also if the S3, or a proxy in front of it, answers with the whole object.
    private func wholeLength(_ response: HTTPResponse, offset: Int64, count: Int) -> Int64? {
        let whole = response.status == 200 ? response.header("content-length").flatMap { Int64($0) } : nil
        let end = response.bytes.count < count ? offset + Int64(response.bytes.count) : nil
        return length(response) ?? whole ?? end
    }
}

extension ObjectStore.Listed {
    /// Reads the content of an element `Contents`; nil if something is missing or invalid.
    ///
    /// - Parameter isEncoded: whether the key is percent-encoded.
    fileprivate init?(_ block: [UInt8], isEncoded: Bool) {
        func value(_ name: String) -> String? { XMLText.values(of: name, in: block).first.map(XMLText.unescaped) }
        guard let key = value("Key").flatMap({ isEncoded ? XMLText.percentDecoded($0) : Array($0.utf8) }),
            let size = value("Size").flatMap({ Int64($0) }), let tag = value("ETag"),
            let modified = value("LastModified")
        else { return nil }
        (self.key, entityTag, byteSize, self.modified) = (key, tag, size, modified)
    }
}
