internal import PhotoModel

/// The form in which a client asks for an asset: what follows the `=` of its address.
enum MediaForm: Equatable {
    /// `=wN-hN`, or one of the two: an image that fits into a box; with `-c`, one that fills it.
    case image(PixelSize, ContentMode)
    /// `=d`: the file, without the location.
    case download
    /// `=dv`: the video, or the video of a Live Photo.
    case video

    private static let largestSide = 16_383

    /// - Throws: INVALID_ARGUMENT, with a message that lists the valid forms.
    init(_ text: Substring) throws {
        switch text {
        case "d": self = .download
        case "dv": self = .video
        default:
            guard let image = Self.image(text) else {
                throw ServerError.invalidArgument(
                    "the address must end in =wN-hN, =wN-hN-c, =d or =dv, with N from 1 to \(Self.largestSide)")
            }
            self = image
        }
    }

    private static func image(_ text: Substring) -> MediaForm? {
        var sides: [Character: Int] = [:]
        var isCropped = false
        for part in text.split(separator: "-", omittingEmptySubsequences: false) {
            if part == "c" {
                guard !isCropped else { return nil }
                isCropped = true
            } else {
                guard let name = part.first, name == "w" || name == "h", sides[name] == nil,
                    part.dropFirst().allSatisfy({ ("0"..."9").contains($0) }), let side = Int(part.dropFirst()),
                    (1...largestSide).contains(side)
                else { return nil }
                sides[name] = side
            }
        }
        guard !sides.isEmpty, !isCropped || sides.count == 2 else { return nil }
        let size = PixelSize(width: sides["w"] ?? largestSide, height: sides["h"] ?? largestSide)
        return .image(size, isCropped ? .aspectFill : .aspectFit)
    }
}
