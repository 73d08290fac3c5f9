internal import PhotoModel

/// A sequence parameter set (H.265, section 7.3.2.2).
enum HEVCParameterSet {
    private static let unitType: UInt8 = 33

    /// The sizes in the parameter sets of the configuration (ISO/IEC 14496-15, section 8.3.2.1) and in those before the
    /// image.
    static func sizes(_ image: CodedImage) -> [PixelSize] {
        let inBand = units(
            in: ByteView(image.data), lengthSize: Int((image.configuration.dropFirst(21).first ?? 3) & 3) + 1)
        return (configured(ByteView(image.configuration)) + inBand)
            .filter { $0.byte(at: 0).map { $0 >> 1 & 63 } == unitType }.compactMap(size)
    }

    private static func configured(_ configuration: ByteView) -> [ByteView] {
        var units: [ByteView] = []
        var offset = 23
        for _ in 0..<(configuration.byte(at: 22) ?? 0) {
            guard let count = configuration.bigUInt16(at: offset + 1) else { break }
            offset += 3
            for _ in 0..<count {
                guard let length = configuration.bigUInt16(at: offset),
                    let unit = configuration.slice(at: offset + 2, length: Int(length))
                else { return units }
                units.append(unit)
                offset += 2 + Int(length)
            }
        }
        return units
    }

    private static func units(in data: ByteView, lengthSize: Int) -> [ByteView] {
        var units: [ByteView] = []
        var offset = 0
        while offset + lengthSize < data.count {
            var length = 0
            for index in 0..<lengthSize { length = length << 8 | Int(data.byte(at: offset + index) ?? 0) }
            guard let unit = data.slice(upTo: length, at: offset + lengthSize), length > 0 else { break }
            units.append(unit)
            offset += lengthSize + length
        }
        return units
    }

    private static func size(_ unit: ByteView) -> PixelSize? {
        var reader = BitReader(withoutEmulation(unit.bytes.dropFirst(2).prefix(512)))
        reader.skip(4)
        let layers = reader.bits(3)
        reader.skip(1 + 96)  // Profile and level.
        var layerBits = 0
        if layers > 0 {
            for _ in 0..<layers { layerBits += (reader.bit() ? 88 : 0) + (reader.bit() ? 8 : 0) }
            reader.skip(2 * (8 - layers) + layerBits)
        }
        guard reader.exponentialGolomb() != nil, let chroma = reader.exponentialGolomb() else { return nil }
        if chroma == 3 { reader.skip(1) }
        guard let width = reader.exponentialGolomb(), let height = reader.exponentialGolomb() else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Removes the emulation prevention bytes (3), which keep two zeros from looking like the start of a unit.
    private static func withoutEmulation(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var zeros = 0
        for byte in bytes {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            result.append(byte)
        }
        return result
    }
}
