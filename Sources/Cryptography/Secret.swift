/// A random token, known outside by its text and kept inside by its hash only.
package struct Secret: Sendable {
    /// 256 random bits, URL-safe.
    package let text: String

    package init() { text = RandomBytes.urlText(RandomBytes.make(32)) }

    /// What is kept of it.
    package var hash: SHA256Digest { Self.hash(of: text) }

    /// The hash of what may be a secret's text. To find a secret by it, or to compare two, reveals nothing of the text by its
    /// timing; and since a secret is random, a slow hash would protect it no better.
    package static func hash(of text: String) -> SHA256Digest { SHA256Digest(of: Array(text.utf8)) }
}
