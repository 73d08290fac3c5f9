internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel

extension Request {
    /// What the query says under a name, as forms and `URLSearchParams` write it: a plus sign is a space, and one that
    /// is meant is `%2B`.
    func query(_ name: String) -> String? {
        var uri = uri
        if let query = uri.query, query.contains("+") {
            uri = type(of: uri).init("/?" + query.replacing("+", with: "%20"))
        }
        return uri.queryParameters[name[...]].map(String.init)
    }

    /// A whole number from the query.
    ///
    /// - Throws: INVALID_ARGUMENT when it is not one or out of range.
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
    /// A part of the path that names something of the library.
    func identifier() throws -> String {
        guard let text = parameters.get("id"), !text.isEmpty, text.utf8.count <= 64 else {
            throw ServerError.notFound("there is nothing with that identifier")
        }
        return text
    }
}

extension Request {
    /// The whole body.
    ///
    /// - Throws: a refusal when it is larger, as soon as that is known, or ends before its end.
    func wholeBody(upTo limit: Int) async throws -> Data {
        let announced = headers[.contentLength].flatMap { Int($0) } ?? 0
        let bytes = announced <= limit ? try await bytes(upTo: limit) : Data()
        guard max(announced, bytes.count) <= limit else {
            throw ServerError(
                .contentTooLarge, "INVALID_ARGUMENT", "the body is larger than \(limit) bytes, which is the most")
        }
        return bytes
    }

    /// Of the body, and a piece more when it is larger.
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
            // The client is gone. That is no error of this server, and a line in the log for each would be one for strangers to fill.
            throw ServerError.invalidArgument("the body ended before its end")
        }
        return bytes
    }
}
