internal import Cryptography
internal import HTTPClient
package import PhotoModel
internal import Platform

/// A bucket of an S3.
package struct ObjectStore: Sendable {
    package let bucket: String
    private let origin: HTTPOrigin
    private let basePath: String
    private let signature: ObjectSignature
    private let client: HTTPClient
    private let remedy: String

    /// The SHA-256 of an empty body.
    private static let emptyHash = SHA256Digest(of: []).hexadecimal

    package init(_ settings: ObjectStoreSettings) {
        remedy = settings.remedy
        bucket = settings.bucket
        origin = settings.endpoint
        basePath = settings.usesPathStyle ? "/\(settings.bucket)" : ""
        signature = settings.signature
        client = HTTPClient(
            .init(connections: settings.connections, certificates: settings.certificates, userAgent: "Picker"))
    }

    /// The host and the bucket, for messages.
    package var name: String { "\(origin.authority), bucket \(bucket)" }

    /// The size of an object in bytes; nil if it does not exist.
    package func size(of key: String, _ cancellation: Cancellation) throws(PhotoError) -> Int64? {
        // The answer to a request for a part has the size of the whole object.
        let response = try send("GET", key, cancellation, limit: 1, part: HTTPRequest.Part(offset: 0, count: 1))
        switch response.status {
        case 404 where XMLText.values(of: "Code", in: response.bytes) != ["NoSuchBucket"]: return nil
        // The object is empty. Libraries write no empty objects, but another program may have.
        case 416: return 0
        default: break
        }
        return length(try checked(response, key)) ?? response.header("content-length").flatMap { Int64($0) }
    }

    /// The size of the whole object in an answer to a request for a part; nil if the answer does not have it.
    func length(_ response: HTTPResponse) -> Int64? {
        response.header("content-range")?.split(separator: "/").last.flatMap { Int64($0) }
    }

    /// Checks whether the bucket exists and the access key may list it.
    ///
    /// - Throws: the reason if not.
    package func probe(_ cancellation: Cancellation) throws(PhotoError) {
        _ = try page(of: "", after: nil, limit: 1, cancellation)
    }

    /// Reads a whole object.
    ///
    /// - Parameters:
    ///   - length: the size that the object must have; nil for any.
    ///   - limit: the most bytes to read.
    /// - Throws: `.changed` if the object has another size, because another program wrote it; `.tooLarge` if it exceeds the limit.
    package func object(
        _ key: String, length: Int64? = nil, limit: Int, _ cancellation: Cancellation
    ) throws(PhotoError) -> [UInt8] {
        let bytes = try checked(try send("GET", key, cancellation, limit: limit), key).bytes
        if let length { try check(key, has: Int64(bytes.count), of: length) }
        return bytes
    }

    /// Reads a part of an object; the result has fewer bytes than `count` only at the end of the object.
    ///
    /// - Parameter length: the size that the object must have.
    /// - Throws: `.changed` if the object has another size, because another program wrote it.
    package func part(
        of key: String, length: Int64, offset: Int64, count: Int, _ cancellation: Cancellation
    ) throws(PhotoError) -> [UInt8] {
        let part = HTTPRequest.Part(offset: offset, count: count)
        let response = try checked(try send("GET", key, cancellation, limit: count, part: part), key)
        // Some S3 answer with the whole object, whatever part was requested: if it is empty, or if they know no parts.
        let whole = response.status == 200 ? response.header("content-length").flatMap { Int64($0) } : nil
        if let found = self.length(response) ?? whole { try check(key, has: found, of: length) }
        return response.bytes
    }

    /// - Throws: `.changed` if the object that was found has another length than its row says.
    func check(_ key: String, has found: Int64, of length: Int64) throws(PhotoError) {
        guard found != length else { return }
        throw .changed(
            "\(name): the object \(key) has \(found) bytes, not \(length); bring its file in with picker ingest --again"
        )
    }

    /// Writes an object, completely or not at all.
    ///
    /// - Parameters:
    ///   - hash: the SHA-256 of the bytes that `next` returns. The S3 compares it, and refuses bytes that changed on the way.
    ///   - length: the number of bytes.
    package func put(
        _ key: String, hash: [UInt8], length: Int64, contentType: String, _ cancellation: Cancellation,
        next: @escaping () throws(PhotoError) -> [UInt8]?
    ) throws(PhotoError) {
        let response = try send(
            "PUT", key, cancellation, limit: 1 << 16, body: .stream(length: length, next: next),
            hash: hash.hexadecimal, headers: [("Content-Type", contentType)])
        _ = try checked(response, key)
    }

    /// Writes an object whose bytes are in memory.
    package func put(
        _ key: String, _ bytes: [UInt8], contentType: String, _ cancellation: Cancellation
    ) throws(PhotoError) {
        let response = try send(
            "PUT", key, cancellation, limit: 1 << 16, body: .bytes(bytes),
            hash: SHA256Digest(of: bytes).hexadecimal, headers: [("Content-Type", contentType)])
        _ = try checked(response, key)
    }

    /// The key with each of its parts percent-encoded.
    private static func path(of key: String) -> String {
        key.split(separator: "/", omittingEmptySubsequences: false).map { String($0).percentEncoded }
            .joined(separator: "/")
    }

    func send(
        _ method: String, _ key: String?, _ cancellation: Cancellation, limit: Int, part: HTTPRequest.Part? = nil,
        query: String = "", body: HTTPRequest.Body = .none, hash: String = Self.emptyHash,
        headers: [(name: String, value: String)] = []
    ) throws(PhotoError) -> HTTPResponse {
        let path = key.map { "\(basePath)/\(Self.path(of: $0))" } ?? (basePath.isEmpty ? "/" : basePath)
        let signed = signature.headers(
            method, host: origin.authority, path: path, query: query, bodyHash: hash,
            now: Timestamp(milliseconds: WallTime.now / 1_000_000))
        var request = HTTPRequest(
            method, HTTPAddress(origin: origin, target: query.isEmpty ? path : "\(path)?\(query)"),
            headers: signed + headers, body: body, limit: max(limit, 1 << 16))
        request.part = part
        do throws(HTTPError) {
            return try client.send(request, cancellation)
        } catch {
            throw PhotoError(error, of: name)
        }
    }

    func checked(_ response: HTTPResponse, _ key: String) throws(PhotoError) -> HTTPResponse {
        guard (200..<300).contains(response.status) else { throw refusal(response, key) }
        return response
    }

    private func refusal(_ response: HTTPResponse, _ key: String) -> PhotoError {
        let code = XMLText.values(of: "Code", in: response.bytes).first ?? ""
        let wait = response.header("retry-after").flatMap { Int64($0) }.map { Duration.seconds(min(max($0, 0), 3600)) }
        switch (response.status, code) {
        case (_, "RequestTimeTooSkewed"):
            return PhotoError(.accessDenied, "\(name): the clocks differ too much; set the clock of this machine right")
        case (301, _), (307, _), (_, "PermanentRedirect"), (_, "AuthorizationHeaderMalformed"):
            return elsewhere(response)
        // The first is Ceph's code, the others are those of MinIO.
        case (_, "QuotaExceeded"), (_, "XMinioAdminBucketQuotaExceeded"):
            return PhotoError(.quota, "\(name): its share is used up; allow it more there, and ingest again")
        case (507, _), (_, "XMinioStorageFull"):
            return PhotoError(.noSpace, "\(name): no space is left there; make room, and ingest again")
        case (403, "InvalidObjectState"):
            return .unsupported("\(name): the object \(key) is in an archive; have it restored there first")
        case (401, _), (_, "InvalidAccessKeyId"), (_, "SignatureDoesNotMatch"):
            return PhotoError(
                .signInRequired,
                "\(name): the access key or the secret key is not accepted; \(remedy)")
        case (403, _): return PhotoError(.accessDenied, "\(name): this access key may not do that; allow it there")
        case (404, "NoSuchBucket"):
            return .notFound("\(name): there is no such bucket; make it, or correct its name")
        case (404, _):
            return PhotoError(
                .io, "\(name): the object \(key) is missing; bring its file in with picker ingest --again")
        case (416, _):
            return .changed(
                "\(name): the object \(key) is shorter than it was; bring its file in with picker ingest --again")
        case (400, "XAmzContentSHA256Mismatch"), (400, "BadDigest"):
            return .changed("the file changed while it was sent; it is sent again")
        case (400, "EntityTooLarge"): return PhotoError(.tooLarge, "\(name): takes no object of this size")
        // The S3 waited too long for the body, or another operation on the bucket conflicts.
        case (400, "RequestTimeout"), (400, "IncompleteBody"), (409, _):
            return PhotoError(.busy, "\(name): answered \(code); ask again later", retryAfter: wait)
        case (429, _), (503, "SlowDown"):
            return PhotoError(.rateLimited, "\(name): it was asked too much and wants a pause", retryAfter: wait)
        case (500..., _):
            return PhotoError(.busy, "\(name): answered \(response.status) \(code); ask again later", retryAfter: wait)
        default: return PhotoError(.internal, "\(name): answered \(response.status) \(code)")
        }
    }
}

extension ObjectStore {
    /// The error for an answer that the bucket is in another region than the settings say.
    private func elsewhere(_ response: HTTPResponse) -> PhotoError {
        let said = XMLText.values(of: "Region", in: response.bytes).first
        let region = response.header("x-amz-bucket-region") ?? said ?? ""
        guard !region.isEmpty, region.utf8.count <= 64, region.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return .unsupported("\(name): the bucket is in another region; set region and endpoint to where it is")
        }
        return .unsupported(
            "\(name): the bucket is in the region \(region); set region to that, and endpoint to the S3 there")
    }
}

extension PhotoError {
    fileprivate init(_ error: HTTPError, of name: String) {
        switch error {
        case .ended(let reason): self.init(reason)
        case .source(let source): self = source
        case .notResolved: self.init(.offline, "\(name) cannot be reached: its name is not known")
        case .notConnected, .timedOut: self.init(.offline, "\(name) cannot be reached")
        case .cutOff: self.init(.stopped, "\(name) ended the connection; ask again")
        case .tooLarge: self.init(.tooLarge, "\(name): the object is larger than is allowed")
        case .outOfMemory: self.init(.outOfMemory, "memory ran out")
        case .notTrusted, .badCertificates:
            self.init(
                .accessDenied, "\(name) could not prove that it is that server; set certificate, or correct its own")
        case .redirected(let origin):
            self = .unsupported("\(name) sends on to \(origin.text); set endpoint to the S3 where the bucket is")
        case .notHTTP, .redirectedInCircles:
            self.init(.unsupported, "\(name) does not answer as an S3 does; is the setting endpoint right?")
        case .failed(let reason): self.init(.offline, "\(name) cannot be asked: \(reason)")
        }
    }
}
