/// A video of one image in its first half and another in its second: Motion JPEG in AVI (the AVI RIFF File Reference, Microsoft 1996).
struct SampleVideo {
    let pattern: TestPattern
    /// Of the same size.
    let laterPattern: TestPattern
    /// An even number.
    let frames: Int
    let framesPerSecond: Int
    /// Whether there is a stream of sound beside the images: silence, which is not compressed.
    var hasSound = false

    var duration: Double { Double(frames) / Double(framesPerSecond) }

    func encoded() throws(CheckStop) -> [UInt8] {
        let halves = [try pattern.encoded(as: .jpeg), try laterPattern.encoded(as: .jpeg)]
        var (movie, index) = (Array("movi".utf8), [UInt8]())
        for frame in 0..<frames {
            let picture = halves[frame * 2 / frames]
            index += Array("00dc".utf8) + Self.words(0x10, movie.count, picture.count)
            movie += Self.chunk("00dc", picture)
            guard hasSound else { continue }
            index += Array("01wb".utf8) + Self.words(0x10, movie.count, soundSize)
            movie += Self.chunk("01wb", [UInt8](repeating: 0, count: soundSize))
        }
        let content =
            Array("AVI ".utf8) + Self.chunk("LIST", Array("hdrl".utf8) + header(max(halves[0].count, halves[1].count)))
            + Self.chunk("LIST", movie) + Self.chunk("idx1", index)
        return Self.chunk("RIFF", content)
    }

    private func header(_ pictureSize: Int) -> [UInt8] {
        let (width, height) = (pattern.width, pattern.height)
        let main = Self.words(
            1_000_000 / framesPerSecond, pictureSize * framesPerSecond, 0, 0x10, frames, 0, hasSound ? 2 : 1,
            pictureSize, width, height, 0, 0, 0, 0)
        let stream =
            Array("vidsMJPG".utf8)
            + Self.words(0, 0, 0, 1, framesPerSecond, 0, frames, pictureSize, -1, 0, 0, height << 16 | width)
        let format =
            Self.words(40, width, height, 24 << 16 | 1) + Array("MJPG".utf8)
            + Self.words(width * height * 3, 0, 0, 0, 0)
        let list = Array("strl".utf8) + Self.chunk("strh", stream) + Self.chunk("strf", format)
        return Self.chunk("avih", main) + Self.chunk("LIST", list) + (hasSound ? Self.chunk("LIST", sound) : [])
    }

    /// Samples of sound in a second, of two bytes each.
    private static let soundRate = 8000
    /// Bytes of sound beside each frame.
    private var soundSize: Int { Self.soundRate / framesPerSecond * 2 }

    /// The list of the stream of sound: PCM of one channel.
    private var sound: [UInt8] {
        let samples = frames * soundSize / 2
        let stream =
            Array("auds".utf8)
            + Self.words(0, 0, 0, 0, 2, Self.soundRate * 2, 0, samples, soundSize, -1, 2, 0, 0)
        let format = Self.words(1 << 16 | 1, Self.soundRate, Self.soundRate * 2, 16 << 16 | 2)
        return Array("strl".utf8) + Self.chunk("strh", stream) + Self.chunk("strf", format)
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        Array(type.utf8) + words(content.count) + content + (content.count.isMultiple(of: 2) ? [] : [0])
    }

    /// Numbers of 32 bits, the low byte first.
    private static func words(_ numbers: Int...) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    }
}
