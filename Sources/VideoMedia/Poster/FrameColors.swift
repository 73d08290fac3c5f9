internal import CVideo
internal import PhotoModel

/// The meaning of a frame's samples: the matrix that made them from red, green and blue, and their range.
struct FrameColors: Hashable {
    enum Model: Hashable {
        /// Weights of red and of blue in luma.
        case luma(red: Double, blue: Double)
        case rgb
        case gray
    }

    let model: Model
    let isFullRange: Bool

    init(model: Model, isFullRange: Bool) {
        self.model = model
        self.isFullRange = isFullRange
    }

    init(_ frame: video_frame) {
        isFullRange = frame.is_full_range != 0
        if frame.is_gray != 0 {
            model = .gray
        } else if frame.is_rgb != 0 {
            model = .rgb
        } else {
            model = Self.luma(matrix: Int(frame.matrix), width: Int(frame.width), height: Int(frame.height))
        }
    }

    /// The matrix coefficients of ITU-T H.273, table 4. If none are given, those of the standard for the frame's size
    /// apply, as in all players.
    static func luma(matrix: Int, width: Int, height: Int) -> Model {
        switch matrix {
        case 1: .luma(red: 0.2126, blue: 0.0722)
        case 4: .luma(red: 0.30, blue: 0.11)
        case 5, 6: .luma(red: 0.299, blue: 0.114)
        case 7: .luma(red: 0.212, blue: 0.087)
        case 9, 10: .luma(red: 0.2627, blue: 0.0593)
        default: max(width, height) >= 1280 || min(width, height) >= 720 ? luma(matrix: 1, width: 0, height: 0) : sd
        }
    }

    private static let sd = Model.luma(red: 0.299, blue: 0.114)

    /// The conversion to the samples of buffers, which have full range and BT.601; nil if they need no conversion.
    var map: video_color_map? {
        if isFullRange, model == Self.sd || model == .gray { return nil }
        let origin = converted(0, 0, 0)
        let columns = [converted(1, 0, 0), converted(0, 1, 0), converted(0, 0, 1)]
        func row(_ index: Int) -> (Int32, Int32, Int32) {
            (
                Self.fixed(columns[0][index] - origin[index]), Self.fixed(columns[1][index] - origin[index]),
                Self.fixed(columns[2][index] - origin[index])
            )
        }
        return video_color_map(
            factor: (row(0), row(1), row(2)),
            // Add one half, because the result is truncated.
            offset: (Self.fixed(origin[0] + 0.5), Self.fixed(origin[1] + 0.5), Self.fixed(origin[2] + 0.5)))
    }

    private static func fixed(_ value: Double) -> Int32 { Int32((value * 65536).rounded()) }

    /// The samples of a buffer, for samples of the frame; not rounded.
    private func converted(_ first: Double, _ second: Double, _ third: Double) -> [Double] {
        let luma = isFullRange ? first / 255 : (first - 16) / 219
        switch model {
        case .gray: return [luma * 255, 128, 128]
        case .rgb: return Self.jfif(red: first / 255, green: second / 255, blue: third / 255)
        case .luma(let redWeight, let blueWeight):
            let range = isFullRange ? 255.0 : 224.0
            let red = luma + 2 * (1 - redWeight) * (third - 128) / range
            let blue = luma + 2 * (1 - blueWeight) * (second - 128) / range
            let green = (luma - redWeight * red - blueWeight * blue) / (1 - redWeight - blueWeight)
            return Self.jfif(red: red, green: green, blue: blue)
        }
    }

    /// JFIF 1.02.
    private static func jfif(red: Double, green: Double, blue: Double) -> [Double] {
        let luma = 0.299 * red + 0.587 * green + 0.114 * blue
        return [luma * 255, 128 + 255 * (blue - luma) / 1.772, 128 + 255 * (red - luma) / 1.402]
    }

    /// Converts the samples of a buffer without subsampling, in place, to those that its format requires.
    static func apply(_ map: video_color_map, to buffer: PixelBuffer) {
        var map = map
        if buffer.format == .gray8 {
            let plane = buffer.planes[0]
            video_map_gray(&map, plane.base, plane.stride, plane.size.width, plane.size.height)
        } else {
            let bases: [UnsafeMutablePointer<UInt8>?] = buffer.planes.map(\.base)
            let strides = buffer.planes.map(\.stride)
            video_map_colors(&map, bases, strides, buffer.size.width, buffer.size.height)
        }
        withExtendedLifetime(buffer) {}
    }
}
