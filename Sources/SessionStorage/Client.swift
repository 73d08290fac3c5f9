package import PhotoModel

/// A program that may ask the owner for photos.
package struct Client: Hashable, Sendable {
    /// Identifiers are never used again.
    package let identifier: Int64
    /// The name that the owner gave it, and is shown.
    package let name: String
    /// The origin of the pages that may learn what was picked, such as `https://notes.example`; nil if there is none.
    package let origin: String?
    /// When it was added.
    package let added: Timestamp
    /// When its secret became invalid; nil while it is valid.
    package let revoked: Timestamp?
}
