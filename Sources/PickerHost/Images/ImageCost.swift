internal import PhotoModel

/// How much memory making an image is estimated to take at its peak, in bytes: the whole photo decoded, which formats that
/// cannot be decoded at a smaller scale need, and twice the image that was asked for, as it is scaled and as it is encoded.
/// Four bytes a pixel. An estimate on the safe side: most JPEGs take a part of it.
enum ImageCost {
    /// Pixels of a photo whose size is not known: what most cameras take.
    static let usualPixelCount = 24_000_000
    /// What a backend may take for one request where the administrator sets no limit.
    private static let usualRequestBytes = 1 << 30

    /// - Parameters:
    ///   - source: the size of the photo; nil: not known.
    ///   - limits: the administrator's: a request that takes more is refused by the backend.
    static func bytes(_ options: ImageOptions, of source: PixelSize?, limits: ResourceLimits) -> Int {
        let known = source.flatMap { $0.isEmpty ? nil : $0.pixelCount } ?? usualPixelCount
        let target = min(options.targetSize?.pixelCount ?? known, known)
        let (pixels, overflows) = target.multipliedReportingOverflow(by: 2)
        let (sum, sumOverflows) = pixels.addingReportingOverflow(known)
        let (bytes, bytesOverflow) = sum.multipliedReportingOverflow(by: 4)
        let most = limits.maxRequestBytes > 0 ? limits.maxRequestBytes : usualRequestBytes
        return overflows || sumOverflows || bytesOverflow ? most : min(bytes, most)
    }
}

/// Memory of an image that its reader does not have yet. It is charged until nothing holds this any more.
final class MemoryHold: Sendable {
    private let bytes: Int
    private let lane: ThreadPool

    init(_ bytes: Int, in lane: ThreadPool) {
        self.bytes = bytes
        self.lane = lane
        lane.hold(bytes)
    }

    deinit { lane.release(bytes) }
}
