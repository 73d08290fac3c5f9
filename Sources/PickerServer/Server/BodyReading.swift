internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird

extension Request {
    /// The whole body.
    ///
    /// - Throws: a refusal when it is larger, as soon as that is known.
    func wholeBody(upTo limit: Int) async throws -> Data {
        let announced = headers[.contentLength].flatMap { Int($0) } ?? 0
        var bytes = Data()
        if announced <= limit {
            for try await chunk in body {
                bytes += chunk.readableBytesView
                if bytes.count > limit { break }
            }
        }
        guard max(announced, bytes.count) <= limit else {
            throw ServerError(
                .contentTooLarge, "INVALID_ARGUMENT", "the body is larger than \(limit) bytes, which is the most")
        }
        return bytes
    }
}
