package import PhotoModel

/// A program that may ask the owner for photos.
package struct Client: Hashable, Sendable {
    /// Never used again.
    package let identifier: Int64
    /// What the owner calls it, and is shown.
    package let name: String
    /// The origin of the pages that may hear what was picked, such as `https://notes.example`; nil: none.
    package let origin: String?
    /// When it was added.
    package let added: Timestamp
    /// Since when its secret counts no more; nil: it counts.
    package let revoked: Timestamp?
}
