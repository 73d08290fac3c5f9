internal import HTTPTypes
internal import Hummingbird

/// A range request of RFC 9110, section 14: one range, since that is what players send.
enum ByteRange: Equatable {
    /// No range asked for, or one that may be ignored.
    case whole
    /// Bytes from `offset`, `count` of them, at least one.
    case part(offset: Int64, count: Int64)
    /// It begins after the end.
    case unsatisfiable

    /// - Parameters:
    ///   - header: the value of the Range header.
    ///   - size: bytes of the whole.
    init(_ header: String?, size: Int64) {
        guard let header, header.hasPrefix("bytes="), !header.contains(",") else {
            self = .whole
            return
        }
        let ends = header.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else {
            self = .whole
            return
        }
        self = Self.parse(first: ends[0], last: ends[1], size: size)
    }

    private static func parse(first: Substring, last: Substring, size: Int64) -> ByteRange {
        if first.isEmpty {
            // The last so many bytes.
            guard let suffix = number(last) else { return .whole }
            let count = min(suffix, size)
            return count > 0 ? .part(offset: size - count, count: count) : .unsatisfiable
        }
        guard let offset = number(first) else { return .whole }
        let end = last.isEmpty ? size - 1 : number(last)
        guard let end, end >= offset || last.isEmpty else { return .whole }
        guard offset < size else { return .unsatisfiable }
        return .part(offset: offset, count: min(end, size - 1) - offset + 1)
    }

    /// Digits alone.
    private static func number(_ text: Substring) -> Int64? {
        text.allSatisfy { ("0"..."9").contains($0) } ? Int64(text) : nil
    }
}

extension Request {
    /// The range that is asked for; nil: none. HEAD has none, whatever it says (RFC 9110, section 14.2).
    var range: String? { method == .get ? headers[.range] : nil }
}

extension ByteRange {
    /// The answer that this part of a file is: whole, a part of it, or that there is none such.
    ///
    /// - Parameters:
    ///   - size: bytes of the whole file.
    ///   - headers: of any of these answers.
    ///   - body: gives that many bytes from there on.
    func response(
        size: Int64, headers: HTTPFields, body: (_ offset: Int64, _ count: Int64) -> ResponseBody
    ) -> Response {
        var headers = headers
        switch self {
        case .whole:
            return Response(status: .ok, headers: headers, body: body(0, size))
        case .part(let offset, let count):
            headers[.contentRange] = "bytes \(offset)-\(offset + count - 1)/\(size)"
            return Response(status: .partialContent, headers: headers, body: body(offset, count))
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(size)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
    }
}
