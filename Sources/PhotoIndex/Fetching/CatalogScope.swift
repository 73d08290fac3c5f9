package import PhotoModel

/// What a fetch from the catalog looks at.
package enum CatalogScope: Hashable, Sendable {
    case assets(FetchScope)
    /// The assets that have all these words, or words that begin like them; the best first.
    case search(String)
}
