internal import CImaging
internal import PhotoModel

/// The meaning of luma and chroma samples, and their conversion to those that this module works with: full range, with
/// the matrix of BT.601 (JFIF).
struct YCbCrLevels: Hashable {
    let isFullRange: Bool
    let matrix: UInt8
    /// The primaries (H.273), for matrices that are derived from them.
    private let primaries: UInt8

    init(_ points: CodePoints) {
        isFullRange = points.isFullRange
        matrix = points.matrix
        primaries = points.primaries
    }

    /// Whether luma and chroma can be normalized independently of each other.
    var isSeparate: Bool { matrix != 0 && matrix != 8 && weights.isClose(to: .bt601) }

    /// The weights of red and blue in luma (H.273, table 4).
    private var weights: LumaWeights {
        switch matrix {
        case 1: .bt709
        case 4: LumaWeights(red: 0.30, blue: 0.11)
        case 7: LumaWeights(red: 0.212, blue: 0.087)
        case 9, 10: .bt2020
        case 12, 13: primaries == 1 ? .bt709 : primaries == 9 ? .bt2020 : primaries == 12 ? .displayP3 : .bt601
        default: .bt601
        }
    }

    /// Normalizes a buffer in place: gray, or YCbCr, which must not be subsampled unless `isSeparate`.
    func normalize(_ buffer: PixelBuffer, _ cancellation: Cancellation) throws(ImagingError) {
        if buffer.planes.count == 3, !isSeparate { return try transform(buffer, cancellation) }
        guard !isFullRange else { return }
        for (index, plane) in buffer.planes.enumerated() {
            let table = index == 0 ? Self.lumaTable : Self.chromaTable
            try cancellation.bands(rows: plane.size.height, rowBytes: plane.stride) { rows in
                imaging_map_samples(plane.row(rows.lowerBound), plane.stride, plane.size.width, rows.count, table)
            }
        }
        withExtendedLifetime(buffer) {}
    }

    private static let lumaTable = table(around: 16, to: 0, from: 219)
    private static let chromaTable = table(around: 128, to: 128, from: 224)

    /// Levels of limited range, `range` of them, as they are in full range: `middle` becomes `fullMiddle`.
    private static func table(around middle: Double, to fullMiddle: Int, from range: Double) -> [UInt8] {
        (0...255).map { (level: Int) -> UInt8 in
            let distance = (Double(level) - middle) * 255 / range
            return UInt8(clamping: fullMiddle + Int(distance.rounded()))
        }
    }

    private func transform(_ buffer: PixelBuffer, _ cancellation: Cancellation) throws(ImagingError) {
        let coefficients = self.coefficients
        let strides = buffer.planes.map(\.stride)
        try cancellation.bands(rows: buffer.size.height, rowBytes: strides[0]) { rows in
            imaging_transform_samples(
                buffer.planes.map { $0.row(rows.lowerBound) }, strides, buffer.size.width, rows.count, coefficients)
        }
        withExtendedLifetime(buffer) {}
    }

    /// Three rows of four: what luma, blue difference, red difference and the constant 1 contribute to the components
    /// of BT.601.
    var coefficients: [Float] {
        let rgb = colors
        let w = LumaWeights.bt601
        let luma = zip(zip(rgb[0], rgb[1]), rgb[2]).map { w.red * $0.0 + w.green * $0.1 + w.blue * $1 }
        var rows = [luma]
        rows.append(zip(rgb[2], luma).map { ($0 - $1) / (2 * (1 - w.blue)) })
        rows.append(zip(rgb[0], luma).map { ($0 - $1) / (2 * (1 - w.red)) })
        rows[1][3] += 128
        rows[2][3] += 128
        return rows.flatMap { $0.map { Float($0) } }
    }

    /// Red, green and blue as sums of luma, the two differences and the constant 1, each 0…255.
    private var colors: [[Double]] {
        let (scale, black) = isFullRange ? (1.0, 0.0) : (255.0 / 219, 16.0)
        let chroma = isFullRange ? 1.0 : 255.0 / 224
        let y = [scale, 0, 0, -black * scale]
        let blue = [0, chroma, 0, -128 * chroma]
        let red = [0, 0, chroma, -128 * chroma]
        func sum(_ terms: (Double, [Double])...) -> [Double] {
            (0..<4).map { index in terms.reduce(0) { $0 + $1.0 * $1.1[index] } }
        }
        switch matrix {
        case 0:  // The planes are green, blue and red themselves.
            return [[0, 0, scale, -black * scale], y, [0, scale, 0, -black * scale]]
        case 8:  // YCgCo: green difference, then orange.
            return [sum((1, y), (-1, blue), (1, red)), sum((1, y), (1, blue)), sum((1, y), (-1, blue), (-1, red))]
        default:
            let w = weights
            let r = sum((1, y), (2 * (1 - w.red), red))
            let b = sum((1, y), (2 * (1 - w.blue), blue))
            return [r, sum((1 / w.green, y), (-w.red / w.green, r), (-w.blue / w.green, b)), b]
        }
    }
}

/// The weights of red and blue in luma; the rest is green's.
private struct LumaWeights: Hashable {
    let red, blue: Double
    var green: Double { 1 - red - blue }

    static let bt601 = LumaWeights(red: 0.299, blue: 0.114)
    static let bt709 = LumaWeights(red: 0.2126, blue: 0.0722)
    static let bt2020 = LumaWeights(red: 0.2627, blue: 0.0593)
    /// The weights of the primaries of SMPTE EG 432-1, with D65.
    static let displayP3 = LumaWeights(red: 0.22897, blue: 0.07929)

    func isClose(to other: LumaWeights) -> Bool { abs(red - other.red) < 0.002 && abs(blue - other.blue) < 0.002 }
}
