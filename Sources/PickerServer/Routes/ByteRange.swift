internal import HTTPTypes
internal import Hummingbird

/// A range request (RFC 9110, section 14) for a single range, which is what players send.
enum ByteRange: Equatable {
    /// No range is requested, or one that may be ignored.
    case whole
    /// `count` bytes from `offset` on; at least one.
    case part(offset: Int64, count: Int64)
    /// The range begins after the end.
    case unsatisfiable

    /// - Parameters:
    ///   - header: the value of the Range header.
    ///   - size: the size of the whole content in bytes.
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
            // The last bytes, of the given number.
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

    /// A number of digits only.
    private static func number(_ text: Substring) -> Int64? {
        text.allSatisfy { ("0"..."9").contains($0) } ? Int64(text) : nil
    }
}

extension Request {
    /// The range that is requested; nil if there is none. HEAD never has one (RFC 9110, section 14.2).
    var range: String? { method == .get ? headers[.range] : nil }
}

extension ByteRange {
    /// The answer for this part of a file: all of it, a part, or that the range does not exist.
    ///
    /// - Parameters:
    ///   - size: the size of the whole file in bytes.
    ///   - headers: the fields of any of these answers.
    ///   - body: makes a body of that many bytes from that offset on.
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
