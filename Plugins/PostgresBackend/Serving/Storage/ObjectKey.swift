/// Where the files of a library are in its bucket. A key is made of a content hash: the same bytes are there once, whatever
/// their names.
package enum ObjectKey {
    /// What all keys begin with.
    package static let folders = ["original", "rendition"]

    /// What was brought in.
    package static func original(_ hash: [UInt8]) -> String { "original/\(hash.hexadecimal)" }

    /// An image of it that is kept ready.
    package static func rendition(_ hash: [UInt8], _ level: Int) -> String { "rendition/\(hash.hexadecimal)/\(level)" }
}
