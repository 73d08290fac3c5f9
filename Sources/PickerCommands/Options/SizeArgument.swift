internal import ArgumentParser
internal import PhotoModel

/// `WxH`, one number for a square box, or `full`.
struct SizeArgument: ExpressibleByArgument {
    /// Nil: full resolution.
    let pixels: PixelSize?
    private let isInRange: Bool

    /// The largest side of an image.
    private static let most = 65_535

    init?(argument: String) {
        if argument == "full" {
            (pixels, isInRange) = (nil, true)
            return
        }
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Self.number($0) }
        guard (1...2).contains(parts.count), let width = parts[0], let height = parts.last ?? nil else { return nil }
        isInRange = (1...Self.most).contains(width) && (1...Self.most).contains(height)
        pixels = PixelSize(width: width, height: height)
    }

    /// The number in a text; `.max` for digits that do not fit into an `Int`, so that `check` reports them as too large.
    private static func number(_ text: Substring) -> Int? {
        Int(text) ?? (!text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? .max : nil)
    }

    /// - Throws: a usage error if images cannot have this size.
    func check() throws {
        guard isInRange else { throw ValidationError("--size must be from 1 to \(Self.most) pixels wide and high") }
    }
}

/// `X,Y,W,H` in pixels of the upright image.
struct CropArgument: ExpressibleByArgument {
    let rect: PixelRect

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
            let height = numbers[3], x >= 0, y >= 0, width > 0, height > 0
        else { return nil }
        rect = PixelRect(x: x, y: y, width: width, height: height)
    }
}
