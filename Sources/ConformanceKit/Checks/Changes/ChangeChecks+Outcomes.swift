internal import BackendAPI
internal import PhotoModel

/// A check of photos to which more than one thing happens between two states.
extension ChangeChecks {
    static let ofOutcomes = [
        Check(
            "changes.outcomes",
            "What came and went again since a token is not told as there, and what went and came back not as gone",
            "R12.9",
            requires: [.capability(.changeDetails), .anyKnownFormat],
            remedy:
                "Put together what a log has of each asset: what counts is whether it was there at the token, and is there now."
        ) { context throws(CheckStop) in try outcomes(context) }
    ]

    /// One photo goes and comes back as another, and one comes and goes.
    private static func outcomes(_ context: CheckContext) throws(CheckStop) {
        let format = try format(context)
        let library = try context.open()
        let start = try currentToken(library)
        let (back, passing) = (old(context, format), new(context, format))
        let before = try library.assets()
        try Files.remove(back)
        try Files.write(TestPattern(width: 80, height: 60).encoded(as: format), to: passing)
        let meanwhile = try listing(context, library, since: start, with: passing, without: back)
        try Files.remove(passing)
        try Files.write(TestPattern(width: 96, height: 32).encoded(as: format), to: back)
        let after = try listing(context, library, since: start, with: back, without: passing)
        let sink = RecordSink.changes()
        try library.changes(since: start, sink: sink).ok()
        if sink.records.contains(where: { $0.kind == PICKER_CHANGE_RELOAD }) { return }
        for asset in meanwhile where context.root / asset.path == passing {
            let told = lastKind(of: asset, in: sink.records) ?? UInt32(PICKER_CHANGE_REMOVED)
            try context.expect(
                told == PICKER_CHANGE_REMOVED,
                "\(asset.path) came and went again, and a change of kind \(told) names it")
        }
        let known = Set(before.map(\.identifier))
        for asset in after where context.root / asset.path == back && known.contains(asset.identifier) {
            let told = lastKind(of: asset, in: sink.records)
            try context.expect(told != nil, "\(asset.path) went and came back as another, and no change names it")
            try context.expect(
                told != PICKER_CHANGE_REMOVED, "\(asset.path) went and came back, and is told as one that went")
        }
    }

    /// What the last change that names an asset says of it; nil: none does.
    private static func lastKind(of asset: AssetCopy, in changes: [ChangeCopy]) -> UInt32? {
        changes.last { $0.subject == PICKER_SUBJECT_ASSETS && $0.identifiers.contains(asset.identifier) }?.kind
    }

    /// All assets, when one place is among them, another is not, and that something changed is told.
    private static func listing(
        _ context: CheckContext, _ library: Library, since token: [UInt8], with place: BytePath, without other: BytePath
    ) throws(CheckStop) -> [AssetCopy] {
        var assets: [AssetCopy] = []
        try waitForChange(context, library, since: token) { changes in
            guard !changes.isEmpty, let now = try? library.assets() else { return false }
            assets = now
            let places = Set(now.map { context.root / $0.path })
            return places.contains(place) && !places.contains(other)
        }
        return assets
    }
}
