/// Where the files of a library are in its bucket. A key is made of a content hash: the same bytes are there once, whatever
/// their names.
package enum ObjectKey {
    /// What all keys begin with.
    package static let folders = ["original", "rendition"]

    /// What was brought in.
    package static func original(_ hash: [UInt8]) -> String { "original/\(hash.hexadecimal)" }

    /// An image of it that is kept ready.
    package static func rendition(_ hash: [UInt8], _ level: Int) -> String { "rendition/\(hash.hexadecimal)/\(level)" }

    /// The content hash that a key is made of; nil for what is none of ours.
    package static func hash(in key: String) -> String? {
        let parts = key.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 2, folders.contains(String(parts[0])), parts[1].count == 64 else { return nil }
        return String(parts[1])
    }
}
