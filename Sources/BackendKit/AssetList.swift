public import PhotoModel

/// A fetch result that holds all its assets: for a backend that has a list of its assets, or makes one for each fetch.
public final class AssetList: BackendFetch {
    /// In the order of the fetch, each at most once.
    public let assets: [Asset]

    /// - Parameters:
    ///   - candidates: the assets in the scope of the fetch, in their default order. Only the first of several with the same
    ///     identifier is taken, since a fetch has no asset twice (docs/abi.md, R9.7).
    ///   - options: conditions, order and limit, all of which are applied to the candidates. A backend that always returns such
    ///     lists can therefore declare `fullQuery`, `queryPlace`, `queryContentTypes` and `queryBytes`.
    public init(_ candidates: [Asset], options: FetchOptions) {
        var seen: Set<String> = []
        assets = options.selected(from: candidates.filter { seen.insert($0.localIdentifier).inserted })
    }

    /// The number of assets.
    public func count(call: BackendCall) throws(PhotoError) -> Int { assets.count }

    /// Gives the assets `[offset, offset + length)`, fewer at the end.
    public func window(
        offset: Int, length: Int, call: BackendCall, emit: (Asset) -> Flow
    ) throws(PhotoError) {
        guard offset < assets.count else { return }
        for (place, asset) in assets[offset...].prefix(length).enumerated() {
            if place % 64 == 0 { try call.check() }
            if emit(asset) == .stop { return }
        }
    }

    /// The index of an asset, or `.notFound`.
    public func index(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> Int {
        guard let index = assets.firstIndex(where: { $0.localIdentifier == localIdentifier }) else {
            throw .notFound("the asset \(localIdentifier) is not in this fetch result")
        }
        return index
    }
}
