internal import BackendKit
internal import PhotoModel

/// What can be delivered of a file, and what is to be.
struct ImageChoices {
    enum Choice: Equatable {
        case rendition(Int)
        case original
    }

    private let ready: [StoredFile.Rendition]
    private let file: StoredFile
    /// Pixels that the shorter side of the whole image must have.
    private let neededShortSide: Int

    /// - Throws: as `ImageOptions.neededShortSide(of:)`.
    init(_ file: StoredFile, for options: ImageOptions) throws(PhotoError) {
        (self.file, neededShortSide) = (file, try options.neededShortSide(of: file.pixelSize))
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
        return shortSide(choice) >= min(neededShortSide, whole)
    }

    private var all: [Choice] { ready.map { .rendition($0.level) } + (file.isImageFile ? [.original] : []) }

    /// The quickest to get; nil when there is none.
    var smallest: Choice? { all.first }

    /// The smallest that is enough, or the largest.
    var best: Choice? { all.first(where: isEnough) ?? all.last }
}
