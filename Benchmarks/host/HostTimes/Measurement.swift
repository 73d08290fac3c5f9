internal import PhotoModel
internal import PickerHost

/// A library that is measured, in this process or in a worker.
struct Measurement {
    let root: String
    /// A folder for what the backend keeps.
    var data: String?
    /// A folder for the cache on the disk; nil: there is none.
    var cache: String?
    var isIsolated = false

    func open() async throws -> PhotoLibrary {
        var configuration = LibraryConfiguration(root: root, dataDirectory: data)
        if let cache { configuration.diskCache = DiskCacheSettings(folder: cache) }
        return try await PhotoLibrary.open(
            configuration, registry: BackendRegistry(isolation: isIsolated ? .worker : .inProcess))
    }

    static func thumbnail(_ side: Int, of asset: Asset) -> ImageOptions {
        var options = ImageOptions(
            targetSize: PixelSize(width: side, height: side), deliveryMode: .highQualityFormat)
        options.scaleDownOnly(asset)
        return options
    }

    /// A row of results: a name, median and 99th percentile.
    static func row(_ name: String, _ times: [Double]) -> String {
        "\(name) \(percentile(times, 50)) \(percentile(times, 99))"
    }

    static func percentile(_ times: [Double], _ part: Int) -> Double {
        let sorted = times.sorted()
        return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, sorted.count * part / 100)]
    }
}
