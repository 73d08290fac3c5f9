internal import ArgumentParser
internal import PhotoModel

/// `WxH`, one number for a square box, or `full`.
struct SizeArgument: ExpressibleByArgument {
    /// Nil: full resolution.
    let pixels: PixelSize?

    init?(argument: String) {
        if argument == "full" {
            pixels = nil
            return
        }
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(parts.count), let width = parts[0], let height = parts.last ?? nil,
            (1...65_535).contains(width), (1...65_535).contains(height)
        else { return nil }
        pixels = PixelSize(width: width, height: height)
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
