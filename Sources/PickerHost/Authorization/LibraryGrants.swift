/// What a reader of a library may know of it: assets one by one, and collections with what is in them at any time.
package struct LibraryGrants: Hashable, Sendable {
    /// Identifiers of assets, in the order in which they were granted, each once.
    package let assets: [String]
    /// Identifiers of collections, in the order in which they were granted, each once.
    package let collections: [String]

    /// Identifiers that come twice count once, at their first place.
    package init(assets: [String] = [], collections: [String] = []) {
        self.assets = Self.unique(assets)
        self.collections = Self.unique(collections)
    }

    private static func unique(_ identifiers: [String]) -> [String] {
        var seen: Set<String> = []
        return identifiers.filter { seen.insert($0).inserted }
    }
}
