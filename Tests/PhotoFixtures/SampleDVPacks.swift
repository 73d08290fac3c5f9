/// What an AVCHD camcorder writes beside a picture: packs of a tag and four bytes, in user data of H.264.
public struct SampleDVPacks: Sendable {
    public let packs: [[UInt8]]

    public init(_ packs: [[UInt8]]) { self.packs = packs }

    /// 5 April 2011, 13:01:02 by a clock of UTC+1.
    public static let date: [[UInt8]] = [[0x18, 0x82, 0x20, 0x11, 0x04], [0x19, 0x05, 0x13, 0x01, 0x02]]
    /// 35° 30′ 36″ S, 139° 45′ 0″ W, 12.5 m above the sea.
    public static let place: [[UInt8]] = [
        [0xB0, 2, 2, 0, 0], [0xB1, UInt8(ascii: "S"), 0, 0, 0], [0xB2, 0, 35, 0, 1], [0xB3, 0, 30, 0, 1],
        [0xB4, 0, 36, 0, 1], [0xB5, UInt8(ascii: "W"), 0, 0, 0], [0xB6, 0, 139, 0, 1], [0xB7, 0, 45, 0, 1],
        [0xB8, 0, 0, 0, 1], [0xB9, 0, 0, 0, 0], [0xBA, 0, 125, 0, 10], [0xBE, UInt8(ascii: "A"), 0, 0, 0],
    ]
    public static let camera: [[UInt8]] = [
        [0xE0, 0x01, 0x08, 0x30, 0x03], [0xE4] + Array("DSC-".utf8), [0xE5] + Array("HX7V".utf8), [0xE6, 0, 0, 0, 0],
    ]

    public static let all = SampleDVPacks(date + place + camera)

    /// A NAL unit of H.264 with them, behind another message, without its start code or its length.
    public var unit: [UInt8] {
        let identifier: [UInt8] = [
            0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C, 0x9A, 0x66,
        ]
        let content = identifier + Array("MDPM".utf8) + [UInt8(packs.count)] + packs.flatMap(\.self)
        let other: [UInt8] = [5, 17] + Array("sixteen bytes id".utf8) + [7]
        let message: [UInt8] = [5] + Array(repeating: 255, count: content.count / 255) + [UInt8(content.count % 255)]
        return [6] + Self.escaped(other + message + content + [0x80])
    }

    /// With the unit before each picture of a stream whose units are behind start codes.
    public func inserted(in stream: [UInt8]) -> [UInt8] {
        var (written, start) = ([UInt8](), 0)
        for place in stream.indices.dropLast(3) where Array(stream[place..<(place + 3)]) == [0, 0, 1] {
            guard [1, 5].contains(stream[place + 3] & 0x1F) else { continue }
            written += stream[start..<place] + [0, 0, 1] + unit
            start = place
        }
        return written + stream[start...]
    }

    /// A 3 keeps start codes out of what looks like one.
    private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        var (written, zeros) = ([UInt8](), 0)
        for byte in bytes {
            if zeros == 2, byte <= 3 {
                written.append(3)
                zeros = 0
            }
            written.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return written
    }
}
