package import PhotoModel

/// The assets from which a fetch from the index selects.
package enum IndexScope: Hashable, Sendable {
    case assets(FetchScope)
    /// The assets among them that match all of these words, also by the beginning of a word; the best match first.
    case search(String, FetchScope = .all)

    /// The scope without the words.
    var assets: FetchScope {
        switch self {
        case .assets(let scope), .search(_, let scope): scope
        }
    }

    /// The text that is searched for; nil if the scope is not a search.
    var text: String? {
        if case .search(let text, _) = self { text } else { nil }
    }
}
