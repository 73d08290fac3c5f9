internal import Cryptography

/// Where a page of a session's media items begins, signed, so that a client can only go on with what it was given.
struct PageToken {
    /// Counted from the first item; a later page has a larger one, so no token comes twice.
    let offset: Int

    init(offset: Int) { self.offset = offset }

    /// - Returns: nil when it was not made for this session.
    init?(_ text: String, session: String, key: MessageKey) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let offset = Int(parts[0]), offset > 0, String(offset) == parts[0],
            key.isToken(String(parts[1]), of: Self.message(offset, session))
        else { return nil }
        self.offset = offset
    }

    func text(session: String, key: MessageKey) -> String {
        "\(offset).\(key.token(of: Self.message(offset, session)))"
    }

    private static func message(_ offset: Int, _ session: String) -> String { "page\n\(session)\n\(offset)" }
}
