internal import BackendKit
internal import PhotoModel

/// How large an image of an asset must be for an image request. Immich keeps two sizes of each ready, which it tells by their
/// shorter side, and gives the original.
struct ImageNeed {
    enum Level: Int, Comparable {
        case thumbnail, preview, full

        static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }

        /// Pixels of the shorter side, as a server is set up at first.
        var shortSide: Int { [250, 1_440, .max][rawValue] }
    }

    /// Pixels that the shorter side of the whole image must have; `Int.max`: all there are.
    let shortSide: Int

    /// - Parameter whole: of the upright image; nil when that is not known.
    init(_ options: ImageOptions, of whole: PixelSize?) throws(PhotoError) {
        guard let whole else {
            // The image fits into the box, or covers it: its shorter side is no longer than this.
            shortSide = options.targetSize.map {
                options.contentMode == .aspectFit ? min($0.width, $0.height) : max($0.width, $0.height)
            } ?? .max
            return
        }
        let geometry = try options.geometry(of: whole)
        let scale = max(
            Double(geometry.size.width) / Double(geometry.part.width),
            Double(geometry.size.height) / Double(geometry.part.height))
        let short = min(whole.width, whole.height)
        shortSide = min(short, Int((Double(short) * scale).rounded(.up)))
    }

    /// The smallest level that has as many.
    ///
    /// - Parameter whole: of the upright image; nil when that is not known.
    func level(of whole: PixelSize?) -> Level {
        let short = whole.map { min($0.width, $0.height) } ?? .max
        return [Level.thumbnail, .preview].first { shortSide <= min($0.shortSide, short) } ?? .full
    }

    /// Whether a file has as many.
    func isMet(by header: ImageHeader) -> Bool { header.shortSide.map { $0 >= shortSide } ?? true }
}
