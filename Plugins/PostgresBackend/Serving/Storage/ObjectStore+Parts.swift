internal import Cryptography
internal import HTTPClient
package import PhotoModel
internal import Platform

// Uploads in parts, of files that are larger than what an S3 takes with one request.
extension ObjectStore {
    /// What every S3 takes with one request.
    package static var mostAtOnce: Int64 { 5 << 30 }
    /// And in one upload.
    private static let mostParts: Int64 = 10_000
    /// How often a part is sent, of what may be hours of an upload.
    private static let mostAttempts = 6
    /// How long it is tried to take an upload back, in nanoseconds.
    private static let patience: UInt64 = 5_000_000_000
    /// What is read, hashed and sent at once.
    private static let piece: Int64 = 1 << 20

    /// Writes an object in parts, whole or not at all.
    ///
    /// - Parameters:
    ///   - hash: the SHA-256 of all of it.
    ///   - length: how many bytes that are.
    ///   - partLength: bytes of each part but the last, at least 5 MiB.
    ///   - read: gives that many bytes from a place on, twice for each place; fewer only at the end.
    package func putInParts(
        _ key: String, hash: [UInt8], length: Int64, partLength: Int64 = 64 << 20, contentType: String,
        _ cancellation: Cancellation, read: @escaping (_ offset: Int64, _ count: Int) throws(PhotoError) -> [UInt8]
    ) throws(PhotoError) {
        let began = try checked(
            try send(
                "POST", key, cancellation, limit: 1 << 16, query: "uploads=", body: .bytes([]),
                headers: [("Content-Type", contentType)]), key)
        guard let upload = XMLText.values(of: "UploadId", in: began.bytes).first.map(XMLText.unescaped), !upload.isEmpty
        else { throw .unsupported("\(name) takes no object in parts; is it an S3?") }
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
                let place = "partNumber=\(tags.count + 1)&uploadId=\(upload.percentEncoded)"
                tags.append(try putPart(key, place, range, part.digest.bytes, cancellation, read))
            }
            // Parts that are right by themselves may be of two versions of the file.
            guard whole.digest.bytes == hash else { throw .changed("the file is being written to") }
            try complete(key, upload, tags, cancellation)
        } catch {
            // What is left of it is paid for, and shown by no list.
            let end = MonotonicTime.now + Self.patience
            _ = try? send(
                "DELETE", key, Cancellation { MonotonicTime.now > end ? .deadline : nil }, limit: 1 << 16,
                query: "uploadId=\(upload.percentEncoded)")
            throw error
        }
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

    /// - Returns: its tag, which completing the upload names.
    private func putPart(
        _ key: String, _ place: String, _ range: Range<Int64>, _ hash: [UInt8], _ cancellation: Cancellation,
        _ read: @escaping (Int64, Int) throws(PhotoError) -> [UInt8]
    ) throws(PhotoError) -> String {
        var attempt = 1
        while true {
            do throws(PhotoError) {
                var offset = range.lowerBound
                let next = { () throws(PhotoError) -> [UInt8]? in
                    guard offset < range.upperBound else { return nil }
                    let bytes = try read(offset, Int(min(Self.piece, range.upperBound - offset)))
                    offset += Int64(bytes.count)
                    return bytes.isEmpty ? nil : bytes
                }
                let response = try send(
                    "PUT", key, cancellation, limit: 1 << 16, query: place,
                    body: .stream(length: range.upperBound - range.lowerBound, next: next), hash: hash.hexadecimal,
                    headers: [("Content-Type", "application/octet-stream")])
                guard let tag = try checked(response, key).header("etag") else {
                    throw .unsupported("\(name) does not say what it took; is it an S3?")
                }
                return tag
            } catch {
                guard error.status.kind == .transient, error.status != .changed, attempt < Self.mostAttempts,
                    cancellation.reason == nil
                else { throw error }
                pause(milliseconds: 100 << attempt)
                attempt += 1
            }
        }
    }

    private func complete(
        _ key: String, _ upload: String, _ tags: [String], _ cancellation: Cancellation
    ) throws(PhotoError) {
        let parts = tags.enumerated().map { place, tag in
            let text = tag.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            return "<Part><PartNumber>\(place + 1)</PartNumber><ETag>\(text)</ETag></Part>"
        }
        let body = Array("<CompleteMultipartUpload>\(parts.joined())</CompleteMultipartUpload>".utf8)
        let response = try checked(
            try send(
                "POST", key, cancellation, limit: 1 << 16, query: "uploadId=\(upload.percentEncoded)",
                body: .bytes(body), hash: SHA256Digest(of: body).hexadecimal,
                headers: [("Content-Type", "application/xml")]), key)
        // The answer begins before it is known what it will be.
        guard XMLText.blocks(of: "Error", in: response.bytes).isEmpty else {
            let code = XMLText.values(of: "Code", in: response.bytes).first ?? ""
            throw PhotoError(.busy, "\(name): answered \(code) at the end of an upload; ask again later")
        }
    }
}
