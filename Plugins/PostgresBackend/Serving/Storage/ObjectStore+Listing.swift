internal import HTTPClient
package import PhotoModel

extension ObjectStore {
    /// An object that others put into a bucket, as a list has it.
    package struct Listed: Hashable, Sendable {
        /// In UTF-8, unless another program wrote something else.
        package let key: [UInt8]
        /// Another when its content is.
        package let entityTag: String
        package let byteSize: Int64
        /// When it was written, in the words of the S3.
        package let modified: String
    }

    /// Some objects of a bucket.
    package struct Page: Sendable {
        package let objects: [Listed]
        /// Where the next one begins; nil: this was the last.
        package let next: String?
    }

    /// As many as an S3 gives at once.
    package static var longestPage: Int { 1_000 }

    /// A page of the objects whose keys begin with a text, in the order of their bytes.
    ///
    /// - Parameter token: what the page before said; nil: from the first.
    package func page(
        of prefix: String, after token: String?, limit: Int = Self.longestPage, _ cancellation: Cancellation
    ) throws(PhotoError) -> Page {
        // In the order of the names, as the signature wants them. Encoded keys, since XML has no control characters; not every S3 does it.
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
        guard let next = XMLText.values(of: "NextContinuationToken", in: response.bytes).first, next != token else {
            throw .unsupported("\(name) does not say where its list goes on; is it an S3 with ListObjectsV2?")
        }
        return Page(objects: objects, next: XMLText.unescaped(next))
    }

    /// A part of an object that others may replace at any time.
    package struct Piece: Sendable {
        package let bytes: [UInt8]
        /// Of the whole object.
        package let byteSize: Int64
        package let entityTag: String
    }

    /// Some bytes of an object; nil when there is no such object.
    ///
    /// - Parameter entityTag: which version it must still be; nil: whichever is there.
    /// - Throws: `.changed` when it is another one.
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
        // Nothing is at any place of what is empty.
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

    /// How long an object is of which a part was asked for; also where an S3, or what is before it, answers with the whole.
    private func wholeLength(_ response: HTTPResponse, offset: Int64, count: Int) -> Int64? {
        let whole = response.status == 200 ? response.header("content-length").flatMap { Int64($0) } : nil
        let end = response.bytes.count < count ? offset + Int64(response.bytes.count) : nil
        return length(response) ?? whole ?? end
    }
}

extension ObjectStore.Listed {
    /// Of an element `Contents`; nil when it is none.
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
