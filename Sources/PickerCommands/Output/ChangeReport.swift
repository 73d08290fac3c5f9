internal import PhotoModel
internal import PickerHost

/// Reports the changes that `picker watch` sees.
protocol ChangeReport: Sendable {
    func start(_ result: FetchResult) async throws
    func change(_ result: FetchResult, _ details: ChangeDetails) async throws
    /// Reports that everything may have changed, so that the listing has to be read again.
    func reload(_ result: FetchResult) async throws
}

/// The report as text: a line for each change, then a line for each asset that was added or changed.
struct TextChangeReport: ChangeReport {
    private let root: String

    init(_ library: PhotoLibrary) { root = library.root }

    func start(_ result: FetchResult) async throws {
        StandardOutput.shared.line("watching \(try await result.count()) in \(TextFormat.oneLine(root)); Ctrl-C ends")
    }

    func change(_ result: FetchResult, _ details: ChangeDetails) async throws {
        let counts = [
            (details.inserted.count, "added"), (details.removed.count, "removed"), (details.changed.count, "changed"),
            (details.moved.count, "moved"),
        ].filter { $0.0 > 0 }
        let words = counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        StandardOutput.shared.line("\(words); now \(try await result.count())")
        for (sign, indexes) in [("+", details.inserted), ("~", details.changed)] {
            for (_, asset) in try await result.assets(at: indexes) {
                StandardOutput.shared.line("  \(sign) \(TextFormat.oneLine(asset.path.text))")
            }
        }
    }

    func reload(_ result: FetchResult) async throws {
        StandardOutput.shared.line("everything may have changed; now \(try await result.count())")
    }
}

extension FetchResult {
    /// The assets at ascending indexes. Consecutive ones are read in one window.
    func assets(at indexes: [Int]) async throws -> [(Int, Asset)] {
        var found: [(Int, Asset)] = []
        var rest = indexes[...]
        while let first = rest.first {
            let length = zip(rest, first...).prefix { $0 == $1 }.prefix(512).count
            let assets = try await window(offset: first, length: length)
            found += zip(first..., assets).map { ($0, $1) }
            rest = rest.dropFirst(length)
        }
        return found
    }
}
