import Testing

@testable import VideoMedia

@Suite("A codec's name")
struct CodecIdentifierTests {
    @Test("of H.264 has profile, constraints and level")
    func avc() {
        #expect(
            CodecDescription(name: "h264", tag: "avc1", setup: [1, 0x64, 0, 0x28]).identifier == "avc1.640028")
        #expect(CodecDescription(name: "h264", profile: 66 | 1 << 9, level: 30).identifier == "avc1.42401E")
        #expect(CodecDescription(name: "h264", tag: "H264").identifier == "avc1")
    }

    @Test("of HEVC has the example of the standard")
    func hevc() {
        // ISO/IEC 14496-15, section E.3: progressive, non-packed, Main profile, Main tier, level 3.1.
        let setup: [UInt8] = [1, 0x01, 0x60, 0, 0, 0, 0xB0, 0, 0, 0, 0, 0, 93]
        #expect(CodecDescription(name: "hevc", tag: "hev1", setup: setup).identifier == "hev1.1.6.L93.B0")
        let high: [UInt8] = [1, 0x64, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 120]
        #expect(CodecDescription(name: "hevc", tag: "hvc1", setup: high).identifier == "hvc1.A4.2.H120")
    }

    @Test("of AV1 has profile, level, tier and bits")
    func av1() {
        #expect(CodecDescription(name: "av1", setup: [0x81, 0x04, 0x0C]).identifier == "av01.0.04M.08")
        #expect(CodecDescription(name: "av1", setup: [0x81, 0x2D, 0xC0]).identifier == "av01.1.13H.10")
    }

    @Test("of sound and others is what browsers know, or the container's four characters")
    func others() {
        #expect(CodecDescription(name: "aac", tag: "mp4a", setup: [0x12, 0x10]).identifier == "mp4a.40.2")
        #expect(CodecDescription(name: "aac", profile: 4).identifier == "mp4a.40.5")
        #expect(CodecDescription(name: "vp9", profile: 2, level: 41).identifier == "vp09.02.41.10")
        #expect(CodecDescription(name: "vp9").identifier == "vp9")
        #expect(CodecDescription(name: "mpeg4", setup: [0, 0, 1, 0xB0, 9]).identifier == "mp4v.20.9")
        #expect(CodecDescription(name: "eac3", tag: "ec-3").identifier == "ec-3")
        #expect(CodecDescription(name: "prores", tag: "apch").identifier == "apch")
        #expect(CodecDescription(name: "mjpeg").identifier == "mjpeg")
    }

    @Test("says no more than is known")
    func partial() {
        let other: [UInt8] = [1, 0xC2, 0, 0, 0, 1, 0, 0x0C, 0, 0, 0, 0, 93]
        // Some have a setup that is too short, of another version, or none.
        let codecs: [(CodecDescription, String)] = [
            (CodecDescription(name: "h264", tag: "avc3", setup: [1, 0x64, 0x0A, 0x28]), "avc3.640A28"),
            (CodecDescription(name: "h264", tag: "avc3", setup: [1, 0x64, 0]), "avc3"),
            (CodecDescription(name: "h264", tag: "avc1", profile: 66, level: 30, setup: [0, 0, 0, 1]), "avc1.42001E"),
            (CodecDescription(name: "h264", profile: 66 | 1 << 11, level: 30), "avc1.42101E"),
            (CodecDescription(name: "h264", profile: 77 | 1 << 9 | 1 << 11, level: 1000), "avc1.4D50FF"),
            (CodecDescription(name: "h264", profile: 66), "avc1"),
            (CodecDescription(name: "hevc", setup: [1, 1, 0x60, 0, 0, 0, 0xB0, 0, 0, 0, 0, 0]), "hvc1"),
            (CodecDescription(name: "hevc", tag: "hev1", setup: [0, 1, 0x60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 93]), "hev1"),
            (CodecDescription(name: "hevc", setup: other), "hvc1.C2.80000000.L93.0.C"),
            (CodecDescription(name: "av1", setup: [0x81, 4, 0x60]), "av01.0.04M.12"),
            (CodecDescription(name: "av1", setup: [0x81, 4, 0x20]), "av01.0.04M.08"),
            (CodecDescription(name: "av1", setup: [0x81, 4]), "av01"),
            (CodecDescription(name: "av1", setup: [0x01, 4, 0x60]), "av01"),
            (CodecDescription(name: "vp9", profile: 0, level: 10), "vp09.00.10.08"),
            (CodecDescription(name: "vp9", profile: 0, level: 0), "vp9"), (CodecDescription(name: "aac"), "mp4a.40"),
            (CodecDescription(name: "mpeg4", setup: [0, 0, 1, 0xB0]), "mp4v.20"),
            (CodecDescription(name: "mpeg4", setup: [0, 0, 1, 0xB5, 9]), "mp4v.20"),
            (CodecDescription(name: "ac3", tag: "xxxx"), "ac-3"), (CodecDescription(name: "opus", tag: "Opus"), "opus"),
            (CodecDescription(name: "vp8", tag: "VP80"), "vp8"), (CodecDescription(name: "pcm", tag: "    "), "pcm"),
        ]
        for (codec, identifier) in codecs { #expect(codec.identifier == identifier) }
    }
}
