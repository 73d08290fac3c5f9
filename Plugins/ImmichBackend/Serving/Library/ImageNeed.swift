internal import BackendKit
internal import PhotoModel
internal import Platform

/// How large an image of an asset must be for an image request. Immich keeps two sizes of each ready, which it tells by their
/// shorter side, and gives the original.
struct ImageNeed {
    enum Level: Int, Comparable {
        case thumbnail, preview, full

        static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }

    /// Pixels that the shorter side of the whole image must have; `Int.max`: all there are.
    let shortSide: Int

    /// - Parameter whole: of the upright image; nil when that is not known.
    init(_ options: ImageOptions, of whole: PixelSize?) throws(PhotoError) {
        guard let whole else {
            // The image fits into the box, or covers it: its shorter side is no longer than this.
            shortSide =
                options.targetSize.map {
                    Self.about(
                        options.contentMode == .aspectFit ? min($0.width, $0.height) : max($0.width, $0.height), options
                    )
                } ?? .max
            return
        }
        let geometry = try options.geometry(of: whole)
        let scale = max(
            Double(geometry.size.width) / Double(geometry.part.width),
            Double(geometry.size.height) / Double(geometry.part.height))
        let short = min(whole.width, whole.height)
        shortSide = Self.about(min(short, Int((Double(short) * scale).rounded(.up))), options)
    }

    /// For about the size that is asked for, an image that lacks a seventh of it will do: a preview is thirty times as many
    /// bytes as a thumbnail.
    private static func about(_ side: Int, _ options: ImageOptions) -> Int {
        options.resizeMode == .fast && options.crop == nil ? side * 6 / 7 : side
    }

    /// The smallest level that has as many.
    ///
    /// - Parameters:
    ///   - whole: of the upright image; nil when that is not known.
    ///   - sides: how long the shorter sides of the first two are.
    func level(of whole: PixelSize?, sides: [Int] = ReadySizes.usual) -> Level {
        let short = whole.map { min($0.width, $0.height) } ?? .max
        return [Level.thumbnail, .preview].first { shortSide <= min(sides[$0.rawValue], short) } ?? .full
    }

    /// Whether a file has as many.
    func isMet(by header: ImageHeader) -> Bool { header.shortSide.map { $0 >= shortSide } ?? true }
}

/// How large a server makes thumbnails and previews: its administrator may have changed that.
final class ReadySizes: Sendable {
    /// Pixels of the shorter sides, as a server is set up at first.
    static let usual = [250, 1_440]
    private let learned = Mutex(usual)

    /// Pixels of the shorter sides.
    var sides: [Int] { learned.withLock { $0 } }

    /// Remembers that an image of a level is smaller than such images should be, though the photo is larger.
    func learn(_ level: ImageNeed.Level, _ header: ImageHeader, of whole: PixelSize?) {
        guard level < .full, let short = header.shortSide, let whole, short < min(whole.width, whole.height) else {
            return
        }
        learned.withLock { $0[level.rawValue] = min($0[level.rawValue], short) }
    }
}
