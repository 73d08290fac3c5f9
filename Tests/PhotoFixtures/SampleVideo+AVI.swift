import Pixels

extension SampleVideo {
    /// The video as an AVI file with an index.
    public func avi() -> [UInt8] {
        let chunks = frames.map { Box.riff("00dc", $0) }
        return Box.riff(
            "RIFF", Array("AVI ".utf8), Box.riff("LIST", Array("hdrl".utf8), mainHeader, stream),
            Box.riff("LIST", Array("movi".utf8), chunks.flatMap(\.self)), index(chunks))
    }

    private var mainHeader: [UInt8] {
        Box.riff(
            "avih",
            Box.little32(1_000_000 / framesPerSecond, 0, 0, 0x10, frames.count, 0, 1, 0, size.width, size.height),
            Box.zeros(16))
    }

    private var stream: [UInt8] {
        let header = Box.riff(
            "strh", Array("vidsMJPG".utf8), Box.zeros(12), Box.little32(1, framesPerSecond, 0, frames.count, 0, -1, 0),
            Box.little16(0, 0, size.width, size.height))
        let format = Box.riff(
            "strf", Box.little32(40, size.width, size.height), Box.little16(1, 24), Array("MJPG".utf8),
            Box.little32(size.width * size.height * 3, 0, 0, 0, 0))
        return Box.riff("LIST", Array("strl".utf8), header, format)
    }

    /// Where each frame lies, from the characters "movi" on.
    private func index(_ chunks: [[UInt8]]) -> [UInt8] {
        var offset = 4
        var entries: [UInt8] = []
        for (chunk, frame) in zip(chunks, frames) {
            entries += Array("00dc".utf8) + Box.little32(0x10, offset, frame.count)
            offset += chunk.count
        }
        return Box.riff("idx1", entries)
    }
}
