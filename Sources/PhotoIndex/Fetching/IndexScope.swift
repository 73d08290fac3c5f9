package import PhotoModel

/// The assets from which a fetch from the index selects.
package enum IndexScope: Hashable, Sendable {
    case assets(FetchScope)
    /// Those of them that have all these words, or words that begin like them; the best first.
    case search(String, FetchScope = .all)

    /// What the scope is without the words.
    var assets: FetchScope {
        switch self {
        case .assets(let scope), .search(_, let scope): scope
        }
    }

    /// What is searched for.
    var text: String? {
        if case .search(let text, _) = self { text } else { nil }
    }
}
