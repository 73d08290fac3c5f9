public import PhotoModel

/// What a fetch result was asked for.
public struct FetchRequest: Hashable, Sendable {
    public var scope: FetchScope
    public var options: FetchOptions
    /// Only assets that match this text; nil: no search.
    public var searchText: String?

    public init(_ scope: FetchScope = .all, options: FetchOptions = FetchOptions(), searchText: String? = nil) {
        self.scope = scope
        self.options = options
        self.searchText = searchText
    }

    /// Whether the assets are named one by one, so that there cannot be more of them.
    var isList: Bool {
        switch scope {
        case .all, .collection: false
        case .identifiers, .paths: true
        }
    }
}
