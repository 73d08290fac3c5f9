import PhotoModel

extension SampleVideo {
    /// The video as an AVI file with an index.
    public func avi() -> [UInt8] {
        let chunks = frames.flatMap { frame in
            [("00dc", frame)] + (hasSound ? [("01wb", tone)] : [])
        }
        let recorded = date.isEmpty ? [] : Box.riff("IDIT", Array(date.utf8))
        let texts = title.isEmpty ? [] : Box.riff("LIST", Array("INFO".utf8), Box.riff("INAM", title))
        return Box.riff(
            "RIFF", Array("AVI ".utf8),
            Box.riff("LIST", Array("hdrl".utf8), mainHeader, stream, hasSound ? sound : [], recorded), texts,
            Box.riff("LIST", Array("movi".utf8), chunks.flatMap { Box.riff($0, $1) }), index(chunks))
    }

    /// What is heard while a frame is shown: 500 Hz.
    private var tone: [UInt8] { (0..<8000 / framesPerSecond).map { $0 % 16 < 8 ? 80 : 176 } }

    private var mainHeader: [UInt8] {
        Box.riff(
            "avih",
            Box.little32(
                1_000_000 / framesPerSecond, 0, 0, 0x10, frames.count, 0, hasSound ? 2 : 1, 0, size.width, size.height),
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

    private var sound: [UInt8] {
        let header = Box.riff(
            "strh", Array("auds".utf8), Box.zeros(16), Box.little32(1, 8000, 0, frames.count * tone.count, 0, -1, 1),
            Box.zeros(8))
        let format = Box.riff("strf", Box.little16(1, 1), Box.little32(8000, 8000), Box.little16(1, 8))
        return Box.riff("LIST", Array("strl".utf8), header, format)
    }

    /// Where each chunk is, from the characters "movi" on.
    private func index(_ chunks: [(String, [UInt8])]) -> [UInt8] {
        var offset = 4
        var entries: [UInt8] = []
        for (name, content) in chunks {
            entries += Array(name.utf8) + Box.little32(0x10, offset, content.count)
            offset += Box.riff(name, content).count
        }
        return Box.riff("idx1", entries)
    }
}
