import Foundation
import Imaging
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@Suite("Images that move")
struct AnimationTests {
    private func animation(_ bytes: [UInt8]) throws -> ImageAnimation? {
        let format = try #require(MediaFormat.sniff(bytes))
        return ImageDecoder().animation(of: ImageSource(bytes: bytes), format)
    }

    /// Frames of one pixel, each shown for so many hundredths of a second; nil: nothing says how long.
    private func gif(_ delays: [UInt8?]) -> [UInt8] {
        let frames = delays.flatMap { delay -> [UInt8] in
            let control: [UInt8] = delay.map { [0x21, 0xF9, 4, 0, $0, 0, 0, 0] } ?? []
            return control + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 0, 0, 0, 255, 255, 255, 2, 2, 0x44, 1, 0]
        }
        let loop: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        return Array("GIF89a".utf8) + [1, 0, 1, 0, 0x81, 0, 0] + [UInt8](repeating: 9, count: 12) + loop + frames + [
            0x3B
        ]
    }

    @Test("say so in a GIF by their frames, with the time of each")
    func gif() throws {
        #expect(try animation(gif([20, 30, 50])) == ImageAnimation(duration: 1))
        // Browsers show for a tenth of a second what is too quick.
        #expect(try animation(gif([0, 1, nil])) == ImageAnimation(duration: 0.3))
        #expect(try animation(gif([20])) == nil)
        // What is there of a file that is cut off.
        #expect(try animation(Array(gif([20, 30, 50]).dropLast(12))) == ImageAnimation(duration: 1))
        for length in 13...gif([20, 30]).count { _ = try animation(Array(gif([20, 30]).prefix(length))) }
    }

    private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        Array(type.utf8) + [UInt8(data.count), 0, 0, 0] + data + (data.count % 2 == 1 ? [0] : [])
    }

    @Test("say so in a WebP by their frames")
    func webP() throws {
        func file(_ times: [Int]) -> [UInt8] {
            let frames = times.flatMap { time in
                chunk(
                    "ANMF", [UInt8](repeating: 0, count: 12) + [UInt8(time & 255), UInt8(time >> 8), 0, 0] + [1, 2, 3])
            }
            let body = Array("WEBP".utf8) + chunk("VP8X", [2, 0, 0, 0, 9, 0, 0, 9, 0, 0]) + frames
            return Array("RIFF".utf8) + [UInt8(body.count), 0, 0, 0] + body
        }
        #expect(try animation(file([250, 750])) == ImageAnimation(duration: 1))
        #expect(try animation(file([250])) == nil)
    }

    @Test("say so in a PNG before their pixels")
    func png() throws {
        func file(_ first: String, delays: [(UInt8, UInt8)]) -> [UInt8] {
            let frames = delays.map { part, whole in
                (type: "fcTL", data: [UInt8](repeating: 0, count: 20) + [0, part, 0, whole, 0, 0])
            }
            return PNGFixture(chunks: [(type: first, data: [0, 0, 0, 2, 0, 0, 0, 0])] + frames).bytes
        }
        #expect(try animation(file("acTL", delays: [(1, 4), (75, 0)])) == ImageAnimation(duration: 1))
        #expect(try animation(file("acTL", delays: [(1, 4)])) == nil)
        #expect(try animation(file("abCD", delays: [(1, 4), (1, 4)])) == nil)
    }

    @Test("say so in an AVIF by its brands and the length of the sequence", arguments: [0, 1] as [UInt8])
    func avif(version: UInt8) throws {
        let numbers =
            version == 0
            ? HEIFFixture.big(1000) + HEIFFixture.big(2500) : HEIFFixture.big(1000) + HEIFFixture.big(2500, 8)
        let times = [UInt8](repeating: 0, count: version == 0 ? 8 : 16)
        let header = HEIFFixture.fullBox("mvhd", version: version, times + numbers + [UInt8](repeating: 0, count: 80))
        func file(_ brand: String) -> [UInt8] {
            HEIFFixture.box("ftyp", brand.utf8 + HEIFFixture.big(0) + "avif".utf8) + HEIFFixture.box("moov", header)
        }
        #expect(try animation(file("avis")) == ImageAnimation(duration: 2.5))
        #expect(try animation(file("avif")) == nil)
    }

    @Test("are as long in an AVIF as its images are shown once, where it says that they are repeated without end")
    func endlessAVIF() throws {
        func header(_ name: String, milliseconds: Int) -> [UInt8] {
            let times = [UInt8](repeating: 0, count: 16)
            return HEIFFixture.fullBox(
                name, version: 1, times + HEIFFixture.big(1000) + HEIFFixture.big(milliseconds, 8))
        }
        func track(_ kind: String, milliseconds: Int) -> [UInt8] {
            let handler = HEIFFixture.fullBox("hdlr", HEIFFixture.big(0) + kind.utf8 + [UInt8](repeating: 0, count: 13))
            return HEIFFixture.box(
                "trak", HEIFFixture.box("mdia", header("mdhd", milliseconds: milliseconds) + handler))
        }
        // As libavif writes it.
        let tracks = track("soun", milliseconds: 9000) + track("pict", milliseconds: 600)
        let movie = HEIFFixture.box("moov", header("mvhd", milliseconds: -1) + tracks)
        let file = HEIFFixture.box("ftyp", "avis".utf8 + HEIFFixture.big(0) + "avif".utf8) + movie
        #expect(try animation(file) == ImageAnimation(duration: 0.6))
    }

    @Test("are not looked for in an AVIF among more tracks than there ever were")
    func manyTracks() throws {
        let times = [UInt8](repeating: 0, count: 8)
        let length = HEIFFixture.big(1000) + HEIFFixture.big(2500)
        let handler = HEIFFixture.fullBox("hdlr", HEIFFixture.big(0) + "pict".utf8 + [UInt8](repeating: 0, count: 13))
        let images = HEIFFixture.box(
            "trak",
            HEIFFixture.box(
                "mdia",
                HEIFFixture.fullBox("mdhd", times + HEIFFixture.big(1000) + HEIFFixture.big(600)) + handler))
        for (count, duration) in [(10, 0.6), (1000, 2.5)] {
            let others = Array([[UInt8]](repeating: HEIFFixture.box("trak", []), count: count).joined())
            let movie = HEIFFixture.box("moov", HEIFFixture.fullBox("mvhd", times + length) + others + images)
            let file = HEIFFixture.box("ftyp", "avis".utf8 + HEIFFixture.big(0) + "avif".utf8) + movie
            #expect(try animation(file) == ImageAnimation(duration: duration))
        }
    }

    @Test("are looked for in the first bytes of boxes, however long these say they are")
    func endlessBoxes() throws {
        let size = 1 << 40
        var file = HEIFFixture.box("ftyp", "avis".utf8 + HEIFFixture.big(0) + "avif".utf8)
        for name in ["moov", "trak", "mdia", "hdlr"] {
            // Each reaches to the end of the file.
            file += HEIFFixture.big(1) + name.utf8 + HEIFFixture.big(size - file.count, 8)
        }
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "endless.avif")
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.write(contentsOf: Data(file))
        try handle.truncate(atOffset: UInt64(size))
        try handle.close()
        let source = try ImageSource(path: FilePath(path))
        #expect(ImageDecoder().animation(of: source, .avif) == nil)
    }

    @Test("have no duration where their header says that it is not known")
    func unknownDuration() throws {
        let times = [UInt8](repeating: 0, count: 8)
        let handler = HEIFFixture.fullBox("hdlr", HEIFFixture.big(0) + "pict".utf8 + [UInt8](repeating: 0, count: 13))
        let header = HEIFFixture.fullBox("mdhd", times + HEIFFixture.big(90_000) + [0xFF, 0xFF, 0xFF, 0xFF])
        let track = HEIFFixture.box("trak", HEIFFixture.box("mdia", header + handler))
        let file = HEIFFixture.box("ftyp", "avis".utf8 + HEIFFixture.big(0) + "avif".utf8)
        #expect(try animation(file + HEIFFixture.box("moov", track)) == nil)
    }
}
