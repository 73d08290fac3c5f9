internal import HTTPClient
internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel

/// Answers with the content of a file, or a range of it (RFC 9110, section 14).
struct RangedAnswer {
    let content: MediaContent
    /// The strong entity tag of this content, with its quotes.
    let tag: String
    let caching: String

    func response(to request: Request) -> Response {
        let size = content.byteCount
        let headers: HTTPFields = [
            .contentType: content.mimeType, .acceptRanges: "bytes", .cacheControl: caching, .eTag: tag,
            .contentDisposition: Self.disposition(content.filename),
        ]
        return ByteRange(range(of: request), size: size).response(size: size, headers: headers, body: body)
    }

    /// The range to send; nil: all. With If-Range, a range is sent only to clients that have the beginning of this very
    /// content; dates and weak tags do not prove that.
    private func range(of request: Request) -> String? {
        guard let condition = request.headers[.ifRange], condition[...].withoutOuterBlanks != tag else {
            return request.range
        }
        return nil
    }

    private func body(offset: Int64, count: Int64) -> ResponseBody {
        ResponseBody(contentLength: Int(count)) { [content] writer in
            var reader = MediaContent.Reader(offset: offset)
            let end = offset + count
            while reader.offset < end {
                var bytes = try await content.read(&reader)
                // The length has already been sent, so if the file got shorter, the connection can only be broken off.
                guard !bytes.isEmpty else { throw CancellationError() }
                if Int64(bytes.count) > end - reader.offset { bytes = Array(bytes.prefix(Int(end - reader.offset))) }
                try await writer.write(inPieces: bytes)
                reader.offset += Int64(bytes.count)
            }
            try await writer.finish(nil)
        }
    }

    /// Content-Disposition (RFC 6266), for saving the content under this name. Programs that know only the older form
    /// get a name in which everything but ASCII is replaced.
    private static func disposition(_ filename: String) -> String {
        var plain = ""
        for byte in filename.utf8 {
            let character = Character(UnicodeScalar(byte))
            let isPlain = character.isASCII && (character.isLetter || character.isNumber || "-._~ ".contains(character))
            plain.append(isPlain ? character : "_")
        }
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(filename.percentEncoded)"
    }
}
