internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel

extension Request {
    /// The value of a name in the query, in the encoding of forms and `URLSearchParams`: a plus sign is a space, and a
    /// plus sign itself is `%2B`.
    func query(_ name: String) -> String? {
        var uri = uri
        if let query = uri.query, query.contains("+") {
            uri = type(of: uri).init("/?" + query.replacing("+", with: "%20"))
        }
        return uri.queryParameters[name[...]].map(String.init)
    }

    /// An integer from the query.
    ///
    /// - Throws: INVALID_ARGUMENT if it is not an integer or out of range.
    func integer(_ name: String, default fallback: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let text = query(name) else { return fallback }
        guard let value = Int(text), range.contains(value) else {
            throw ServerError.invalidArgument(
                "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// The size of an image from `w` and `h`.
    func pixelSize(default side: Int) throws -> PixelSize {
        PixelSize(
            width: try integer("w", default: side, in: 1...16_384),
            height: try integer("h", default: side, in: 1...16_384))
    }
}

extension RequestContext {
    /// The part of the path that is an identifier in the library.
    func identifier() throws -> String {
        guard let text = parameters.get("id"), !text.isEmpty, text.utf8.count <= 64 else {
            throw ServerError.notFound("there is nothing with that identifier")
        }
        return text
    }
}

extension Request {
    /// Reads the whole body.
    ///
    /// - Throws: a refusal if the body is larger than `limit`, as soon as that is known, or is incomplete.
    func wholeBody(upTo limit: Int) async throws -> Data {
        let announced = headers[.contentLength].flatMap { Int($0) } ?? 0
        let bytes = announced <= limit ? try await bytes(upTo: limit) : Data()
        guard max(announced, bytes.count) <= limit else {
            throw ServerError(
                .contentTooLarge, "INVALID_ARGUMENT", "the body is larger than \(limit) bytes, which is the most")
        }
        return bytes
    }

    /// The bytes of the body; if it is larger than `limit`, one more piece than that.
    private func bytes(upTo limit: Int) async throws -> Data {
        var bytes = Data()
        do {
            for try await chunk in body {
                bytes += chunk.readableBytesView
                if bytes.count > limit { break }
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // The client disconnected. That is not an error of this server, and a log line for each would let strangers
            // fill the log.
            throw ServerError.invalidArgument("the body ended before its end")
        }
        return bytes
    }
}
