internal import PhotoModel
internal import PickerHost

/// Reads a fetch result in windows: a small window first, so that something shows at once, larger ones after it.
struct AssetWindows {
    private let result: FetchResult
    private var reading: WindowReading
    private var remaining: Int
    private var length = 16

    init(_ result: FetchResult, offset: Int = 0, limit: Int? = nil) {
        self.result = result
        reading = result.reading(offset: offset)
        remaining = limit ?? .max
    }

    /// The next assets; nil at the end.
    mutating func next() async throws -> [Asset]? {
        let wanted = min(length, remaining)
        guard wanted > 0 else { return nil }
        let assets = try await result.window(offset: reading.offset, length: wanted)
        guard !assets.isEmpty else { return nil }
        try reading.add(assets)
        remaining = assets.count < wanted ? 0 : remaining - assets.count
        length = min(512, length * 2)
        return assets
    }
}
