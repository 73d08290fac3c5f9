/// The function from samples to linear light: `(a x + b) ^ g` for x ≥ `d`, and `c x` below (ICC.1, parametric curve of type
/// 3).
struct ToneCurve: Hashable {
    let g, a, b, c, d: Double

    /// IEC 61966-2-1.
    static let sRGB = ToneCurve(g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)
    /// The inverse of the transfer function of ITU-R BT.709.
    static let video = ToneCurve(g: 1 / 0.45, a: 1 / 1.099, b: 0.099 / 1.099, c: 1 / 4.5, d: 0.081)

    static func power(_ exponent: Double) -> ToneCurve { ToneCurve(g: exponent, a: 1, b: 0, c: 0, d: 0) }
}

/// The chromaticities of white and of the three primaries (CIE 1931).
struct Chromaticities: Hashable {
    /// x and y of white, red, green and blue, in this order.
    let values: [Double]

    /// - Parameter values: eight numbers.
    init(_ values: [Double]) { self.values = values }

    /// ITU-R BT.709, with D65.
    static let sRGB = Chromaticities([0.3127, 0.3290, 0.640, 0.330, 0.300, 0.600, 0.150, 0.060])
    /// SMPTE EG 432-1, with D65.
    static let displayP3 = Chromaticities([0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060])
    /// ITU-R BT.2020.
    static let bt2020 = Chromaticities([0.3127, 0.3290, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046])

    /// Whether the two differ only by rounding.
    func isClose(to other: Chromaticities) -> Bool {
        zip(values, other.values).allSatisfy { abs($0 - $1) <= 0.002 }
    }
}
