internal import CImaging

/// The mean colour of pixels, computed in linear light, as eyes mix colours.
extension imaging_sums {
    /// Red, green and blue in sRGB, not multiplied by alpha; black if all pixels are fully transparent.
    var straight: [UInt8] { [red, green, blue].map { coverage > 0 ? Self.encoded($0 / coverage) : 0 } }

    var alpha: UInt8 { UInt8((coverage / count * 255).rounded()) }

    /// The linear light of each sRGB value (IEC 61966-2-1).
    static let linear: [Float] = (0...255).map { code in
        let value = Float(code) / 255
        return value <= 0.04045 ? value / 12.92 : imaging_power((value + 0.055) / 1.055, 2.4)
    }

    private static func encoded(_ light: Float) -> UInt8 {
        let value = light <= 0.0031308 ? light * 12.92 : 1.055 * imaging_power(light, 1 / 2.4) - 0.055
        return UInt8((min(max(value, 0), 1) * 255).rounded())
    }
}
