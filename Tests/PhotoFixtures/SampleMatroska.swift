public import PhotoModel

/// A Matroska file with H.264 (RFC 9559): each frame a block of its own, and a key frame.
public struct SampleMatroska: Sendable {
    public var size: PixelSize
    /// The decoder's setup, as in the box `avcC`.
    public var setup: [UInt8]
    public var frames: [[UInt8]]
    public var framesPerSecond = 10
    /// What the first frame says of its own duration, in milliseconds; nil if it says nothing, as the others.
    public var firstDuration: UInt64?

    public init(size: PixelSize, setup: [UInt8], frames: [[UInt8]]) {
        (self.size, self.setup, self.frames) = (size, setup, frames)
    }

    public var bytes: [UInt8] {
        let header =
            element([0x42, 0x82], Array("matroska".utf8)) + element([0x42, 0x87], [4]) + element([0x42, 0x85], [2])
        return element([0x1A, 0x45, 0xDF, 0xA3], header)
            + element([0x18, 0x53, 0x80, 0x67], information + element([0x16, 0x54, 0xAE, 0x6B], track) + cluster)
    }

    private var milliseconds: Int { frames.count * 1000 / framesPerSecond }

    private var information: [UInt8] {
        let scale = element([0x2A, 0xD7, 0xB1], Box.big32(1_000_000 as UInt32))
        let length = Float(milliseconds).bitPattern
        return element([0x15, 0x49, 0xA9, 0x66], scale + element([0x44, 0x89], Box.big32(length)))
    }

    private var track: [UInt8] {
        let image = element([0xB0], Box.big16(size.width)) + element([0xBA], Box.big16(size.height))
        let duration = element([0x23, 0xE3, 0x83], Box.big32(UInt32(1_000_000_000 / framesPerSecond)))
        return element(
            [0xAE],
            element([0xD7], [1]) + element([0x73, 0xC5], [1]) + element([0x83], [1]) + duration
                + element([0x86], Array("V_MPEG4/ISO/AVC".utf8)) + element([0x63, 0xA2], setup)
                + element([0xE0], image))
    }

    private var cluster: [UInt8] {
        let blocks = frames.enumerated().flatMap { index, frame in block(index, frame) }
        return element([0x1F, 0x43, 0xB6, 0x75], element([0xE7], [0]) + blocks)
    }

    private func block(_ index: Int, _ frame: [UInt8]) -> [UInt8] {
        let head: [UInt8] = [0x81] + Box.big16(index * 1000 / framesPerSecond)
        guard index == 0, let firstDuration else { return element([0xA3], head + [0x80] + frame) }
        let duration = (0..<8).map { UInt8(truncatingIfNeeded: firstDuration >> (56 - 8 * $0)) }
        return element([0xA0], element([0xA1], head + [0] + frame) + element([0x9B], duration))
    }

    /// Sizes are written in eight bytes.
    private func element(_ identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
        identifier + [1, 0, 0, 0] + Box.big32(UInt32(content.count)) + content
    }
}
