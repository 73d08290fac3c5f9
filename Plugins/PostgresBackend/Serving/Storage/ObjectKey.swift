internal import Cryptography

/// The keys of a library's files in its bucket. They are made from content hashes, so equal files are stored once, whatever their
/// names are.
package enum ObjectKey {
    /// The first parts of all keys.
    package static let folders = ["original", "rendition"]

    /// The key of a file that was ingested.
    package static func original(_ hash: [UInt8]) -> String { "original/\(hash.hexadecimal)" }

    /// The key of a ready image of a file.
    package static func rendition(_ hash: [UInt8], _ level: Int) -> String { "rendition/\(hash.hexadecimal)/\(level)" }
}
