internal import BackendKit
internal import PhotoModel

/// The images of a file that can be delivered, and the choice among them.
struct ImageChoices {
    enum Choice: Equatable {
        case rendition(Int)
        case original
    }

    private let ready: [StoredFile.Rendition]
    private let file: StoredFile
    /// The pixels that the shorter side of the whole image must have.
    private let neededShortSide: Int

    /// - Throws: the errors of `ImageOptions.neededShortSide(of:)`.
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

    /// Whether an image has as many pixels as are needed, or as many as the file has.
    func isEnough(_ choice: Choice) -> Bool {
        let whole = file.pixelSize.map { min($0.width, $0.height) } ?? .max
        return shortSide(choice) >= min(neededShortSide, whole)
    }

    private var all: [Choice] { ready.map { .rendition($0.level) } + (file.isImageFile ? [.original] : []) }

    /// The image that is loaded fastest; nil if there is none.
    var smallest: Choice? { all.first }

    /// The smallest image that is large enough, or else the largest one; nil if there is none.
    var best: Choice? { all.first(where: isEnough) ?? all.last }
}
