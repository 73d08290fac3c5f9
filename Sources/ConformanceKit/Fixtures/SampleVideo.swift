/// A video of one image in its first half and another in its second: Motion JPEG in AVI (the AVI RIFF File Reference, Microsoft 1996).
struct SampleVideo {
    let pattern: TestPattern
    /// Of the same size.
    let laterPattern: TestPattern
    /// An even number.
    let frames: Int
    let framesPerSecond: Int

    var duration: Double { Double(frames) / Double(framesPerSecond) }

    func encoded() throws(CheckStop) -> [UInt8] {
        let halves = [try pattern.encoded(as: .jpeg), try laterPattern.encoded(as: .jpeg)]
        var (movie, index) = (Array("movi".utf8), [UInt8]())
        for frame in 0..<frames {
            let picture = halves[frame * 2 / frames]
            index += Array("00dc".utf8) + Self.words(0x10, movie.count, picture.count)
            movie += Self.chunk("00dc", picture)
        }
        let content =
            Array("AVI ".utf8) + Self.chunk("LIST", Array("hdrl".utf8) + header(max(halves[0].count, halves[1].count)))
            + Self.chunk("LIST", movie) + Self.chunk("idx1", index)
        return Self.chunk("RIFF", content)
    }

    private func header(_ pictureSize: Int) -> [UInt8] {
        let (width, height) = (pattern.width, pattern.height)
        let main = Self.words(
            1_000_000 / framesPerSecond, pictureSize * framesPerSecond, 0, 0x10, frames, 0, 1, pictureSize, width,
            height, 0, 0, 0, 0)
        let stream =
            Array("vidsMJPG".utf8)
            + Self.words(0, 0, 0, 1, framesPerSecond, 0, frames, pictureSize, -1, 0, 0, height << 16 | width)
        let format =
            Self.words(40, width, height, 24 << 16 | 1) + Array("MJPG".utf8)
            + Self.words(width * height * 3, 0, 0, 0, 0)
        let list = Array("strl".utf8) + Self.chunk("strh", stream) + Self.chunk("strf", format)
        return Self.chunk("avih", main) + Self.chunk("LIST", list)
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        Array(type.utf8) + words(content.count) + content + (content.count.isMultiple(of: 2) ? [] : [0])
    }

    /// Numbers of 32 bits, the low byte first.
    private static func words(_ numbers: Int...) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    }
}
