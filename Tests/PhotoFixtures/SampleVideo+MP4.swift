import PhotoModel

extension SampleVideo {
    /// The video as an MP4 file: the frames first, the description after them, as phones write it.
    public func mp4() -> [UInt8] {
        let userData = xmp.isEmpty || !hasXMPInUserData ? [] : Box.iso("udta", Box.iso("XMP_", Array(xmp.utf8)))
        return frameData + Box.iso("moov", movieHeader, frames.isEmpty ? [] : track, metadata, userData) + xmpBox
    }

    private var xmpBox: [UInt8] {
        guard !xmp.isEmpty, !hasXMPInUserData else { return [] }
        let identifier: [UInt8] = [
            0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
        ]
        return Box.iso("uuid", Box.zeros(16)) + Box.iso("uuid", identifier, Array(xmp.utf8))
    }

    /// The same, cut off before the description: the battery was empty.
    public func mp4WithoutDescription() -> [UInt8] { frameData }

    /// An MP4 file with sound and no picture.
    public func soundOnly() -> [UInt8] {
        let samples = Box.zeros(1600)
        let start = Box.iso("ftyp", Array("isom".utf8), Box.zeros(4), Array("isom".utf8))
        let entry = Box.iso(
            "sowt", Box.zeros(6), Box.big16(1), Box.zeros(8), Box.big16(1, 16, 0, 0), Box.big16(8000, 0))
        let table = sampleTable(
            entry: entry, offset: start.count + 8, sizes: Box.big32(2, 800), deltas: Box.big32(1, 800, 1))
        let media = Box.iso("minf", Box.full("smhd", Box.zeros(4)), dataInformation, table)
        return start + Box.iso("mdat", samples)
            + Box.iso("moov", movieHeader, track(header: trackHeader, handler: "soun", timescale: 8000, media))
    }

    /// The video as an MP4 file in which each frame is a fragment of its own, as recorders write it that may be interrupted.
    public func fragmentedMP4() -> [UInt8] {
        let table = Box.iso(
            "stbl", Box.full("stsd", Box.big32(1 as UInt32), sampleEntry), Box.full("stts", Box.zeros(4)),
            Box.full("stsc", Box.zeros(4)), Box.full("stsz", Box.zeros(8)), Box.full("stco", Box.zeros(4)))
        let media = Box.iso("minf", Box.full("vmhd", flags: 1, Box.zeros(8)), dataInformation, table)
        let start = Box.iso(
            "moov", movieHeader, track(header: trackHeader, handler: "vide", timescale: 1000, media),
            Box.iso("mvex", Box.full("trex", Box.big32(1, 1, 0, 0, 0))))
        return fileType + start + frames.enumerated().flatMap { number, frame in fragment(frame, number: number) }
    }

    /// ISO/IEC 14496-12, section 8.8.
    private func fragment(_ frame: [UInt8], number: Int) -> [UInt8] {
        let duration = Int32(1000 / framesPerSecond)
        func header(dataOffset: Int32) -> [UInt8] {
            Box.iso(
                "moof", Box.full("mfhd", Box.big32(UInt32(number + 1))),
                Box.iso(
                    "traf", Box.full("tfhd", flags: 0x2_0000, Box.big32(1 as UInt32)),
                    Box.full("tfdt", Box.big32(UInt32(number) * UInt32(duration))),
                    Box.full("trun", flags: 0x301, Box.big32(1, dataOffset, duration, Int32(frame.count)))))
        }
        return header(dataOffset: Int32(header(dataOffset: 0).count + 8)) + Box.iso("mdat", frame)
    }

    private var frameData: [UInt8] { fileType + Box.iso("mdat", frames.flatMap(\.self)) }

    private var fileType: [UInt8] {
        Box.iso("ftyp", Array("isom".utf8), Box.zeros(4), Array("isom".utf8), Array("mp42".utf8))
    }

    private var movieHeader: [UInt8] {
        Box.full(
            "mvhd", Box.big32(creationTime), Box.big32(creationTime), Box.big32(1000), Box.big32(milliseconds),
            Box.big32(1 << 16), Box.big16(0x100), Box.zeros(10), matrix(turned: 0), Box.zeros(24),
            Box.big32(2 as UInt32))
    }

    private var trackHeader: [UInt8] {
        Box.full(
            "tkhd", flags: 7, Box.zeros(8), Box.big32(1 as UInt32), Box.zeros(4), Box.big32(milliseconds),
            Box.zeros(16), matrix(turned: rotation),
            Box.big32(UInt32(size.width << 16)), Box.big32(UInt32(size.height << 16)))
    }

    /// ISO/IEC 14496-12, section 6.2.2: a b u, c d v, x y w, with the image moved back to where it can be seen.
    private func matrix(turned degrees: Int) -> [UInt8] {
        let one: Int32 = 1 << 16
        let (width, height) = (Int32(size.width) * one, Int32(size.height) * one)
        switch degrees {
        case 90: return Box.big32(0, one, 0, -one, 0, 0, height, 0, 1 << 30)
        case 180: return Box.big32(-one, 0, 0, 0, -one, 0, width, height, 1 << 30)
        case 270: return Box.big32(0, -one, 0, one, 0, 0, 0, width, 1 << 30)
        default: return Box.big32(one, 0, 0, 0, one, 0, 0, 0, 1 << 30)
        }
    }

    private var track: [UInt8] {
        let table = sampleTable(
            entry: sampleEntry, offset: fileType.count + 8,
            sizes: Box.big32(0, Int32(frames.count)) + frames.flatMap { Box.big32(Int32($0.count)) },
            deltas: Box.big32(1, Int32(frames.count), Int32(1000 / framesPerSecond)))
        let media = Box.iso("minf", Box.full("vmhd", flags: 1, Box.zeros(8)), dataInformation, table)
        return track(header: trackHeader, handler: "vide", timescale: 1000, media)
    }

    private func track(header: [UInt8], handler: String, timescale: Int32, _ media: [UInt8]) -> [UInt8] {
        let length = handler == "soun" ? 800 : Int32(milliseconds)
        return Box.iso(
            "trak", header,
            Box.iso(
                "mdia", Box.full("mdhd", Box.zeros(8), Box.big32(timescale, length), Box.zeros(4)),
                Box.full("hdlr", Box.zeros(4), Array(handler.utf8), Box.zeros(13)), media))
    }

    private var dataInformation: [UInt8] {
        Box.iso("dinf", Box.full("dref", Box.big32(1 as UInt32), Box.full("url ", flags: 1)))
    }

    private func sampleTable(entry: [UInt8], offset: Int, sizes: [UInt8], deltas: [UInt8]) -> [UInt8] {
        let count = sizes.count > 8 ? frames.count : 800
        return Box.iso(
            "stbl", Box.full("stsd", Box.big32(1 as UInt32), entry), Box.full("stts", deltas),
            Box.full("stsc", Box.big32(1, 1, Int32(count), 1)), Box.full("stsz", sizes),
            Box.full("stco", Box.big32(1, Int32(offset))))
    }

    /// ISO/IEC 14496-12, section 12.1.3; encrypted ones by ISO/IEC 23001-7.
    private var sampleEntry: [UInt8] {
        let visual =
            Box.zeros(6) + Box.big16(1) + Box.zeros(16) + Box.big16(size.width, size.height)
            + Box.big32(0x48_0000, 0x48_0000, 0) + Box.big16(1) + Box.zeros(32) + Box.big16(24, -1)
            + (pixelAspect == 100 ? [] : Box.iso("pasp", Box.big32(Int32(pixelAspect), 100)))
        guard isEncrypted else { return Box.iso("jpeg", visual) }
        let scheme = Box.full("schm", Array("cenc".utf8), Box.big32(0x1_0000 as UInt32))
        let key = Box.iso("schi", Box.full("tenc", [0, 0, 1, 8], Box.zeros(16)))
        return Box.iso("encv", visual, Box.iso("sinf", Box.iso("frma", Array("jpeg".utf8)), scheme, key))
    }

    /// QuickTime File Format, "Metadata atoms".
    private var metadata: [UInt8] {
        let sorted = keys.sorted { $0.key < $1.key }
        if !document.isEmpty {
            return Box.full(
                "meta", Box.full("hdlr", Box.zeros(4), Array("nrtm".utf8), Box.zeros(13)),
                Box.full("xml ", Array(document.utf8)))
        }
        guard !sorted.isEmpty else { return [] }
        let names = sorted.flatMap { Box.iso("mdta", Array($0.key.utf8)) }
        let values = sorted.enumerated().flatMap { index, pair in
            let data = Box.iso("data", Box.big32(1, 0), Array(pair.value.utf8))
            return Box.big32(UInt32(8 + data.count)) + Box.big32(UInt32(index + 1)) + data
        }
        return Box.iso(
            "meta", Box.full("hdlr", Box.zeros(4), Array("mdta".utf8), Box.zeros(13)),
            Box.full("keys", Box.big32(UInt32(sorted.count)), names), Box.iso("ilst", values))
    }
}
