internal import BackendKit
internal import PhotoModel

/// How large an image of a file must be for an image request.
struct ImageNeed {
    /// Pixels that the shorter side of the whole image must have; `Int.max`: all there are.
    let shortSide: Int

    /// - Parameter whole: of the upright image; nil when that is not known.
    init(_ options: ImageOptions, of whole: PixelSize?) throws(PhotoError) {
        guard let whole else {
            // The image fits into the box, or covers it: its shorter side is no longer than this.
            shortSide =
                options.targetSize.map { max($0.width, $0.height) } ?? .max
            return
        }
        let geometry = try options.geometry(of: whole)
        let scale = max(
            Double(geometry.size.width) / Double(geometry.part.width),
            Double(geometry.size.height) / Double(geometry.part.height))
        let short = min(whole.width, whole.height)
        shortSide = options.targetSize == nil ? .max : min(short, Int((Double(short) * scale).rounded(.up)))
    }
}

/// What can be delivered of a file, and what is to be.
struct ImageChoices {
    enum Choice: Equatable {
        case rendition(Int)
        case original
    }

    private let ready: [StoredFile.Rendition]
    private let file: StoredFile
    private let need: ImageNeed

    init(_ file: StoredFile, _ need: ImageNeed) {
        (self.file, self.need) = (file, need)
        ready = file.renditions.sorted { $0.level < $1.level }
    }

    private func shortSide(_ choice: Choice) -> Int {
        switch choice {
        case .original: .max
        case .rendition(let level):
            ready.first { $0.level == level }.map { min($0.size.width, $0.size.height) } ?? 0
        }
    }

    /// Whether an image has as many pixels as are wanted, or all there are.
    func isEnough(_ choice: Choice) -> Bool {
        let whole = file.pixelSize.map { min($0.width, $0.height) } ?? .max
        return shortSide(choice) >= min(need.shortSide, whole)
    }

    private var all: [Choice] { ready.map { .rendition($0.level) } + (file.isImageFile ? [.original] : []) }

    /// The quickest to get; nil when there is none.
    var smallest: Choice? { all.first }

    /// The smallest that is enough, or the largest.
    var best: Choice? { all.first(where: isEnough) ?? all.last }
}
