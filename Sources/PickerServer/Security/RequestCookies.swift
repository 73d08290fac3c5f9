internal import HTTPTypes
internal import Hummingbird

extension Request {
    /// The values of all cookies with this name.
    ///
    /// A browser sends several with the same name if their paths or domains differ, and in no reliable order (RFC 6265,
    /// section 4.2.2), so each of them has to be tried.
    func cookieValues(_ name: String) -> [String] {
        headers[values: .cookie].flatMap { field in
            field.split(separator: ";").compactMap { pair in
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, parts[0].withoutOuterBlanks == name else { return nil }
                return Self.unquoted(parts[1].withoutOuterBlanks)
            }
        }
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return String(text) }
        return String(text.dropFirst().dropLast())
    }
}
