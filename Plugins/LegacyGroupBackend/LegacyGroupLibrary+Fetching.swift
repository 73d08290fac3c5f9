internal import BackendKit
internal import PhotoFolder
internal import PhotoModel
internal import Platform

extension LegacyGroupLibrary {
    func fetch(
        _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> LegacyGroupFetch {
        switch scope {
        case .all:
            return walk(LibraryTraversal(root), options, counting: cameraRollIdentifier) { [weak self] in
                self?.warn(ofLeftOut: $0)
            }
        case .collection(cameraRollIdentifier.text): return try fetch(.all, options: options, call: call)
        case .collection(let identifier):
            let folder = try folder(of: identifier, call: call)
            return walk(
                LibraryTraversal(filesOf: folder), options,
                counting: root.identity.collection(folder: folder.path))
        case .identifiers(let identifiers):
            let known = identifiers.compactMap { LocalIdentifier($0) }
            let indexes = try call.run { (cancellation) throws(Cancellation.Reason) in
                try AssetSearch(root, store: store).indexes(of: known, cancellation: cancellation)
            }
            return try fixed(indexes, options, call: call)
        case .paths(let paths):
            let indexes = try call.run { (cancellation) throws(Cancellation.Reason) in
                try AssetSearch(root, store: store).indexes(ofFiles: paths.map(\.bytes), cancellation: cancellation)
            }
            return try fixed(indexes, options, call: call)
        }
    }

    private func walk(
        _ walk: LibraryTraversal, _ options: FetchOptions, counting collection: LocalIdentifier,
        onEnd: @escaping @Sendable (LeftOutFiles) -> Void = { _ in }
    ) -> LegacyGroupFetch {
        LegacyGroupFetch(
            FoundAssets(
                walk, mediaTypes: options.mediaTypes, store: store,
                onProblem: { [weak self] problem in self?.warn(of: problem) }, onEnd: onEnd),
            of: self, limit: options.limit,
            counts: options.mediaTypes == .any && options.limit == nil ? collection : nil)
    }

    /// A fetch of known assets, without those that have vanished since.
    private func fixed(
        _ indexes: [AssetStore.Index?], _ options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> LegacyGroupFetch {
        var records = AssetRecords(root)
        var seen: Set<AssetStore.Index> = []
        var present: [AssetStore.Index] = []
        for case let index? in indexes where seen.insert(index).inserted {
            try call.check()
            let files = store.files(index)
            if options.mediaTypes.contains(files.mediaType), records.exists(files) { present.append(index) }
        }
        return LegacyGroupFetch(FoundAssets(present, store: store), of: self, limit: options.limit, counts: nil)
    }
}
