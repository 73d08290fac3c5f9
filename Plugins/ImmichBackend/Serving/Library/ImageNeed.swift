internal import BackendKit
internal import PhotoModel
internal import Platform

/// How large an image of an asset must be for an image request. Immich keeps two sizes of each, described by their
/// shorter sides, and the original.
struct ImageNeed {
    enum Level: Int, Comparable {
        case thumbnail, preview, full

        static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }

    /// The pixels that the shorter side of the whole image must have; `Int.max`: all that there are.
    let shortSide: Int

    /// - Parameter whole: the size of the upright image; nil if it is not known.
    init(_ options: ImageOptions, of whole: PixelSize?) throws(PhotoError) {
        shortSide = try options.neededShortSide(of: whole)
    }

    /// The smallest level that is large enough.
    ///
    /// - Parameters:
    ///   - whole: the size of the upright image; nil if it is not known.
    ///   - sides: the shorter sides of the first two levels.
    func level(of whole: PixelSize?, sides: [Int] = ReadySizes.usual) -> Level {
        let short = whole.map { min($0.width, $0.height) } ?? .max
        return [Level.thumbnail, .preview].first { shortSide <= min(sides[$0.rawValue], short) } ?? .full
    }

    /// Whether a file is large enough.
    func isMet(by header: ImageHeader) -> Bool { header.shortSide.map { $0 >= shortSide } ?? true }
}

/// The sizes of a server's thumbnails and previews, which its administrator may have changed.
final class ReadySizes: Sendable {
    /// The default shorter sides, in pixels.
    static let usual = [250, 1_440]
    private let learned = Mutex(usual)

    /// Pixels of the shorter sides.
    var sides: [Int] { learned.withLock { $0 } }

    /// Remembers the size of an image that is smaller than others of its level usually are, although the photo is
    /// larger.
    func learn(_ level: ImageNeed.Level, _ header: ImageHeader, of whole: PixelSize?) {
        guard level < .full, let short = header.shortSide, let whole, short < min(whole.width, whole.height) else {
            return
        }
        learned.withLock { $0[level.rawValue] = min($0[level.rawValue], short) }
    }
}
