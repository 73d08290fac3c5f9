internal import BackendAPI

/// Whether a record is true: what is said of an asset later may be newer than what a window showed of it (R9.7).
extension LibraryChecks {
    /// What a window shows of an asset now; nil: the asset is gone.
    static func shown(_ asset: AssetCopy, in library: Library) throws(CheckStop) -> AssetCopy? {
        var query = FetchRequest.everything()
        if asset.isHidden { query.hidden = PICKER_HIDDEN_INCLUDE }
        return try library.assets(FetchRequest(.identifiers([asset.identifier]), query: query)).first
    }

    /// Whether a record describes an asset as a window did, or does by now. Where they differ, both are asked again: the record may be
    /// older than that window.
    ///
    /// - Parameter ask: gives the record again, or nil where there is none.
    static func isAlike(
        _ library: Library, _ asset: AssetCopy, _ record: AssetCopy?, again ask: () throws(CheckStop) -> AssetCopy?
    ) throws(CheckStop) -> Bool {
        if record == asset { return true }
        for _ in 0..<2 {
            guard let now = try shown(asset, in: library) else { return false }
            let repeated = try ask()
            if repeated == now { return true }
        }
        return false
    }

    /// Whether details describe an asset as windows do.
    static func isAlike(
        _ library: Library, _ asset: AssetCopy, _ details: DetailsCopy
    ) throws(CheckStop) -> Bool {
        try isAlike(library, asset, details.asset) { () throws(CheckStop) in
            try library.details(asset.identifier).asset
        }
    }

    /// Whether `collection` describes a collection as lists of them do. How many assets it has may be known by now (R9.21): where they
    /// differ, both are asked again.
    static func isAlike(_ library: Library, _ collection: CollectionCopy) throws(CheckStop) -> Bool {
        var listed = collection
        for _ in 0..<3 {
            let sink = RecordSink.collections()
            let reply = try library.collection(collection.identifier, sink: sink).ok()
            if try sink.onlyRecord(of: reply) == listed { return true }
            let all = try library.allCollections()
            guard let now = all.first(where: { $0.identifier == collection.identifier }) else { return false }
            listed = now
        }
        return false
    }

    /// A key asset of a collection that is none of its members, or is described in another way than a window describes it; nil: there
    /// is none.
    static func strangeKeyAsset(
        _ library: Library, _ collection: CollectionCopy, _ keys: [AssetCopy], _ members: [AssetCopy]
    ) throws(CheckStop) -> AssetCopy? {
        for key in keys {
            guard let member = members.first(where: { $0.identifier == key.identifier }) else { return key }
            let isSame = try isAlike(library, member, key) { () throws(CheckStop) in
                let again = RecordSink.assets()
                try library.keyAssets(collection.identifier, sink: again).ok()
                return again.records.first { $0.identifier == key.identifier }
            }
            if !isSame { return key }
        }
        return nil
    }
}
