/// What a server answered.
public struct HTTPAnswer: Sendable {
    public let status: Int
    /// Names in lower case; of headers that come twice, the values joined by line breaks.
    public let headers: [String: String]
    public let body: [UInt8]

    public var text: String { String(decoding: body, as: UTF8.self) }

    public subscript(_ header: String) -> String? { headers[header.lowercased()] }

    init(_ bytes: [UInt8], hasBody: Bool) throws {
        let end = Array("\r\n\r\n".utf8)
        guard let head = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else {
            throw HTTPBroken("no HTTP answer in \(bytes.count) bytes")
        }
        // As lines of bytes: a Swift string takes CR LF as one character.
        let lines = bytes[..<head].split(separator: UInt8(ascii: "\n")).map { line in
            String(decoding: line.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        }
        let words = lines[0].split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { throw HTTPBroken("not a status line: \(lines[0])") }
        self.status = status
        headers = Self.headers(lines.dropFirst())
        let rest = Array(bytes[(head + end.count)...])
        let isChunked = headers["transfer-encoding"] == "chunked"
        body = isChunked && hasBody ? try Self.joined(chunks: rest) : rest
    }

    private static func headers(_ lines: some Sequence<String>) -> [String: String] {
        var headers: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = String(line[line.index(after: colon)...].drop { $0 == " " })
            headers[line[..<colon].lowercased(), default: ""] +=
                headers[line[..<colon].lowercased()] == nil
                ? value : "\n" + value
        }
        return headers
    }

    private static func joined(chunks bytes: [UInt8]) throws -> [UInt8] {
        var rest = bytes[...]
        var body: [UInt8] = []
        while let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let digits = String(decoding: rest[..<lineEnd].dropLast(), as: UTF8.self)
            guard let count = Int(digits, radix: 16) else { throw HTTPBroken("not the size of a chunk: \(digits)") }
            if count == 0 { return body }
            let start = lineEnd + 1
            guard start + count + 2 <= rest.endIndex else { break }
            body += rest[start..<start + count]
            rest = rest[(start + count + 2)...]
        }
        throw HTTPBroken("the answer broke off after \(body.count) bytes")
    }
}
