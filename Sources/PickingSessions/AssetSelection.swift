internal import PhotoModel

/// What is selected, in the order of picking: single assets, and runs of assets.
///
/// Each asset is in it at most once, and so is each run. Whether an asset is also part of a run can only be known by
/// reading the collection. So `count` and `byteTotal` count such an asset twice, but `PickingSession.finish(resolved:)`
/// counts it once.
public struct AssetSelection: Hashable, Sendable {
    /// One step of picking.
    public enum Part: Hashable, Sendable {
        case asset(PickedAsset)
        case run(AssetRun)

        /// The number of its assets.
        public var count: Int {
            switch self {
            case .asset: 1
            case .run(let run): run.count
            }
        }

        /// The sum of their file sizes.
        public var byteTotal: UInt64 {
            switch self {
            case .asset(let asset): asset.byteSize
            case .run(let run): run.byteTotal
            }
        }
    }

    /// In the order of picking.
    public private(set) var parts: [Part] = []
    /// How many assets it has. Saturates instead of overflowing.
    public private(set) var count = 0
    /// The sum of the file sizes of the selection. Saturates instead of overflowing.
    public private(set) var byteTotal: UInt64 = 0
    private var identifiers: Set<String> = []
    private var runs: Set<AssetRun> = []

    /// An empty selection.
    public init() {}

    /// These parts in this order. A part that occurs twice counts once, at its first place.
    public init(_ parts: some Sequence<Part>) {
        for part in parts { append(part) }
    }

    /// The identifiers of the assets that were selected one by one, in the order of picking.
    public var localIdentifiers: [String] { assets.map(\.localIdentifier) }

    /// The assets that were selected one by one, in the order of picking.
    public var assets: [PickedAsset] {
        parts.compactMap { if case .asset(let asset) = $0 { asset } else { nil } }
    }

    /// Whether nothing is selected.
    public var isEmpty: Bool { parts.isEmpty }

    /// Whether this asset was selected by itself.
    public func contains(_ localIdentifier: String) -> Bool { identifiers.contains(localIdentifier) }

    /// Whether this run was selected.
    public func contains(_ run: AssetRun) -> Bool { runs.contains(run) }

    /// Adds a part at the end. A part that is already selected keeps its place.
    ///
    /// - Returns: whether it was added.
    @discardableResult
    mutating func append(_ part: Part) -> Bool {
        let isNew =
            switch part {
            case .asset(let asset): identifiers.insert(asset.localIdentifier).inserted
            case .run(let run): runs.insert(run).inserted
            }
        guard isNew else { return false }
        parts.append(part)
        count = count.addingSaturating(part.count)
        byteTotal = byteTotal.addingSaturating(part.byteTotal)
        return true
    }

    /// Removes the parts for which `isGone` returns true.
    mutating func remove(where isGone: (Part) -> Bool) { self = AssetSelection(parts.filter { !isGone($0) }) }
}
