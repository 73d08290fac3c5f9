internal import Cryptography
internal import HTTPClient
package import PhotoModel
internal import Platform

// Multipart uploads, for files that are too large for one request.
extension ObjectStore {
    /// The most bytes that every S3 accepts in one request.
    package static var mostAtOnce: Int64 { 5 << 30 }
    /// The most parts that an S3 accepts in one upload.
    private static let mostParts: Int64 = 10_000
    /// How many times a part is sent before the upload fails, which may have taken hours.
    private static let mostAttempts = 6
    /// How long aborting an upload may take, in nanoseconds.
    private static let patience: UInt64 = 5_000_000_000
    /// How many bytes are read, hashed and sent at once.
    private static let piece: Int64 = 1 << 20

    /// An upload in parts that was begun.
    private struct Upload {
        let key: String
        let identifier: String

        /// The query of requests about all of it.
        var query: String { "uploadId=\(identifier.percentEncoded)" }
    }

    /// Writes an object in parts, completely or not at all.
    ///
    /// - Parameters:
    ///   - hash: the SHA-256 of the object.
    ///   - length: the size of the object in bytes.
    ///   - partLength: the bytes of each part except the last, at least 5 MiB; larger if there would be too many parts.
    ///   - read: returns that many bytes from an offset on, or fewer at the end. It is called at least twice for each offset.
    package func putInParts(
        _ key: String, hash: [UInt8], length: Int64, partLength: Int64 = 64 << 20, contentType: String,
        _ cancellation: Cancellation, read: @escaping (_ offset: Int64, _ count: Int) throws(PhotoError) -> [UInt8]
    ) throws(PhotoError) {
        let upload = try begin(key, contentType, cancellation)
        do throws(PhotoError) {
            let partLength = max(partLength, (length + Self.mostParts - 1) / Self.mostParts)
            var whole = SHA256Stream()
            var tags: [String] = []
            for start in stride(from: 0, to: length, by: Int(partLength)) {
                let range = start..<min(start + partLength, length)
                var part = SHA256Stream()
                try Self.each(range, read, cancellation) { bytes in
                    part.append(bytes)
                    whole.append(bytes)
                }
                tags.append(try putPart(tags.count + 1, of: upload, range, part.digest.bytes, cancellation, read))
            }
            // Each part may be correct although the parts are of two versions of the file.
            guard whole.digest.bytes == hash else { throw .changed("the file is being written to") }
            try complete(upload, tags, cancellation)
        } catch {
            abort(upload)
            throw error
        }
    }

    private func begin(
        _ key: String, _ contentType: String, _ cancellation: Cancellation
    ) throws(PhotoError) -> Upload {
        let began = try checked(
            try send(
                "POST", key, cancellation, limit: 1 << 16, query: "uploads=", body: .bytes([]),
                headers: [("Content-Type", contentType)]), key)
        guard let upload = XMLText.values(of: "UploadId", in: began.bytes).first.map(XMLText.unescaped), !upload.isEmpty
        else { throw .unsupported("\(name) takes no object in parts; is it an S3?") }
        return Upload(key: key, identifier: upload)
    }

    /// Parts of an unfinished upload cost money, and no listing shows them.
    private func abort(_ upload: Upload) {
        let end = MonotonicTime.now + Self.patience
        _ = try? send(
            "DELETE", upload.key, Cancellation { MonotonicTime.now > end ? .deadline : nil }, limit: 1 << 16,
            query: upload.query)
    }

    private static func each(
        _ range: Range<Int64>, _ read: (Int64, Int) throws(PhotoError) -> [UInt8], _ cancellation: Cancellation,
        _ take: ([UInt8]) -> Void
    ) throws(PhotoError) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            if let reason = cancellation.reason { throw PhotoError(reason) }
            let bytes = try read(offset, Int(min(piece, range.upperBound - offset)))
            guard !bytes.isEmpty else { throw .changed("the file is being written to") }
            take(bytes)
            offset += Int64(bytes.count)
        }
    }

    /// Sends a part, again if that fails for a passing reason.
    ///
    /// - Returns: the entity tag of the part, which completing the upload needs.
    private func putPart(
        _ number: Int, of upload: Upload, _ range: Range<Int64>, _ hash: [UInt8], _ cancellation: Cancellation,
        _ read: @escaping (Int64, Int) throws(PhotoError) -> [UInt8]
    ) throws(PhotoError) -> String {
        var attempt = 1
        while true {
            do throws(PhotoError) {
                return try putPartOnce(number, of: upload, range, hash, cancellation, read)
            } catch {
                guard error.status.kind == .transient, error.status != .changed, attempt < Self.mostAttempts,
                    cancellation.reason == nil
                else { throw error }
                pause(milliseconds: 100 << attempt)
                attempt += 1
            }
        }
    }

    private func putPartOnce(
        _ number: Int, of upload: Upload, _ range: Range<Int64>, _ hash: [UInt8], _ cancellation: Cancellation,
        _ read: @escaping (Int64, Int) throws(PhotoError) -> [UInt8]
    ) throws(PhotoError) -> String {
        var offset = range.lowerBound
        let next = { () throws(PhotoError) -> [UInt8]? in
            guard offset < range.upperBound else { return nil }
            let bytes = try read(offset, Int(min(Self.piece, range.upperBound - offset)))
            offset += Int64(bytes.count)
            return bytes.isEmpty ? nil : bytes
        }
        let response = try send(
            "PUT", upload.key, cancellation, limit: 1 << 16, query: "partNumber=\(number)&\(upload.query)",
            body: .stream(length: range.upperBound - range.lowerBound, next: next), hash: hash.hexadecimal,
            headers: [("Content-Type", "application/octet-stream")])
        guard let tag = try checked(response, upload.key).header("etag") else {
            throw .unsupported("\(name) does not say what it took; is it an S3?")
        }
        return tag
    }

    private func complete(_ upload: Upload, _ tags: [String], _ cancellation: Cancellation) throws(PhotoError) {
        let parts = tags.enumerated().map { place, tag in
            let text = tag.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            return "<Part><PartNumber>\(place + 1)</PartNumber><ETag>\(text)</ETag></Part>"
        }
        let body = Array("<CompleteMultipartUpload>\(parts.joined())</CompleteMultipartUpload>".utf8)
        let response = try checked(
            try send(
                "POST", upload.key, cancellation, limit: 1 << 16, query: upload.query, body: .bytes(body),
                hash: SHA256Digest(of: body).hexadecimal, headers: [("Content-Type", "application/xml")]), upload.key)
        // The S3 sends the status before it knows whether it succeeds, so the body may contain an error.
        guard XMLText.blocks(of: "Error", in: response.bytes).isEmpty else {
            let code = XMLText.values(of: "Code", in: response.bytes).first ?? ""
            throw PhotoError(.busy, "\(name): answered \(code) at the end of an upload; ask again later")
        }
    }
}
