internal import PhotoModel
internal import PickerHost

/// Finds what of one library is missing in another, or is different there.
struct LibraryComparison {
    struct Difference: Encodable {
        let path: String
        /// The difference, in words.
        let what: String
    }

    private static let window = 500

    private let from: PhotoLibrary
    private let to: PhotoLibrary

    init(_ from: PhotoLibrary, _ to: PhotoLibrary) { (self.from, self.to) = (from, to) }

    func differences() async throws -> [Difference] {
        var differences: [Difference] = []
        var options = FetchOptions()
        if from.backend.capabilities.intersection(to.backend.capabilities).contains(.queryHidden) {
            options.hidden = .include
        }
        let all = try await from.fetch(FetchRequest(.all, options: options))
        var reading = all.reading()
        while true {
            let assets = try await all.window(offset: reading.offset, length: Self.window)
            guard !assets.isEmpty else { return differences }
            try reading.add(assets)
            let named = FetchRequest(.paths(assets.map(\.path)), options: options)
            let others = try await to.fetch(named, offset: 0, length: assets.count).assets
            let known = Dictionary(others.map { ($0.path, $0) }) { first, _ in first }
            for asset in assets {
                if let what = Self.difference(asset, known[asset.path]) {
                    differences.append(
                        Difference(path: String(decoding: asset.path.bytes, as: UTF8.self), what: what))
                }
            }
        }
    }

    private static func difference(_ asset: Asset, _ other: Asset?) -> String? {
        guard let other else { return "is not in the library" }
        if other.byteSize != asset.byteSize { return "has another size there" }
        if other.isFavorite != asset.isFavorite {
            return asset.isFavorite ? "is a favourite, and not one there" : "is no favourite, and one there"
        }
        return other.creation?.time == asset.creation?.time ? nil : "has another time there"
    }
}
