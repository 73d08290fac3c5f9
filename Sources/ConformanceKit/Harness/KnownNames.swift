internal import Platform

/// The names by which people know assets and collections, for messages: identifiers mean nothing to them.
enum KnownNames {
    private static let names = Mutex<[Text: String]>([:])

    static func note(_ assets: [AssetCopy]) {
        names.withLock { names in for asset in assets { names[asset.identifier] = asset.path.description } }
    }

    static func note(_ collections: [CollectionCopy]) {
        names.withLock { names in
            for collection in collections { names[collection.identifier] = "\"\(collection.title)\"" }
        }
    }

    /// The identifier, with the path or the title behind it when a list had it.
    static func text(_ identifier: Text) -> String {
        names.withLock { $0[identifier] }.map { "\(identifier) (\($0))" } ?? "\(identifier)"
    }
}
