internal import Glibc

/// IPv6 addresses as text; each address can be written in several ways.
package enum IPv6Text {
    /// The form in which browsers write an address: in lower case, without leading zeros, and with "::" for the first
    /// of the longest runs of zeros (RFC 5952, but with the last four bytes in hexadecimal, too, as the URL standard
    /// says).
    ///
    /// - Parameter text: an address without brackets.
    /// - Returns: nil if it is not an address.
    package static func canonical(_ text: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
        let pieces = stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
        let words = pieces.map { String($0, radix: 16) }
        guard let zeros = longestZeros(in: pieces) else { return words.joined(separator: ":") }
        return words[..<zeros.lowerBound].joined(separator: ":") + "::"
            + words[zeros.upperBound...].joined(separator: ":")
    }

    /// Canonicalizes a host, with or without a port, that is an address in brackets; anything else is returned
    /// unchanged.
    package static func canonical(authority: String) -> String {
        guard authority.hasPrefix("["), let end = authority.firstIndex(of: "]"),
            let address = canonical(String(authority[..<end].dropFirst()))
        else { return authority }
        return "[\(address)\(authority[end...])"
    }

    /// The first of the longest runs of zeros; nil if no two zeros follow each other.
    private static func longestZeros(in pieces: [Int]) -> Range<Int>? {
        var longest: Range<Int>?
        var start = 0
        for (index, piece) in pieces.enumerated() {
            guard piece == 0 else {
                start = index + 1
                continue
            }
            let run = start..<index + 1
            if run.count > max(1, longest?.count ?? 0) { longest = run }
        }
        return longest
    }
}
