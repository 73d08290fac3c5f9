internal import PhotoModel

/// A sequence parameter set (H.265, section 7.3.2.2).
enum HEVCParameterSet {
    private static let unitType: UInt8 = 33

    /// The largest size in the parameter sets of the configuration (ISO/IEC 14496-15, section 8.3.2.1) and in those before
    /// the image; nil if there is none. No list is made of the units: a malicious bitstream has one for every few bytes.
    static func largestSize(_ image: CodedImage) -> PixelSize? {
        var largest: PixelSize?
        func note(_ unit: ByteView) {
            guard let head = unit.byte(at: 0), head >> 1 & 63 == unitType, let found = size(unit) else { return }
            if found.pixelCount > largest?.pixelCount ?? 0 { largest = found }
        }
        forEachConfiguredUnit(ByteView(image.configuration), note)
        let lengthSize = Int((image.configuration.dropFirst(21).first ?? 3) & 3) + 1
        forEachUnit(in: ByteView(image.data), lengthSize: lengthSize, note)
        return largest
    }

    private static func forEachConfiguredUnit(_ configuration: ByteView, _ body: (ByteView) -> Void) {
        var offset = 23
        for _ in 0..<(configuration.byte(at: 22) ?? 0) {
            guard let count = configuration.bigUInt16(at: offset + 1) else { break }
            offset += 3
            for _ in 0..<count {
                guard let length = configuration.bigUInt16(at: offset),
                    let unit = configuration.slice(at: offset + 2, length: Int(length))
                else { return }
                body(unit)
                offset += 2 + Int(length)
            }
        }
    }

    private static func forEachUnit(in data: ByteView, lengthSize: Int, _ body: (ByteView) -> Void) {
        var offset = 0
        while offset + lengthSize < data.count {
            var length = 0
            for index in 0..<lengthSize { length = length << 8 | Int(data.byte(at: offset + index) ?? 0) }
            guard let unit = data.slice(upTo: length, at: offset + lengthSize), length > 0 else { break }
            body(unit)
            offset += lengthSize + length
        }
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
