internal import Cryptography

/// Where a page of a list begins, such as the media items of a session. It is signed, so that a client can continue
/// only from where a page that it was given ended.
struct PageToken {
    /// Counted from the first item. It grows from page to page, so no token occurs twice.
    let offset: Int

    init(offset: Int) { self.offset = offset }

    /// - Returns: nil if the token was not made for this session or list.
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
