import CVideo
import Foundation
import Imaging
import PhotoFixtures
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import VideoMedia

@Suite("What a camcorder writes beside its pictures")
struct DVPackTests {
    private func packs(_ packs: [[UInt8]]) -> DVPacks { DVPacks(packs.flatMap(\.self)) }

    @Test("is date, place and camera")
    func all() throws {
        let all = packs(SampleDVPacks.all.packs)
        #expect(all.dateTimeOriginal == CivilTime("2011:04:05 13:01:02+01:00"))
        let place = try #require(all.location)
        #expect(abs(place.latitude + 35.51) < 1e-9 && abs(place.longitude + 139.75) < 1e-9)
        #expect(all.altitude == 12.5)
        #expect(all.make == "Sony" && all.model == "DSC-HX7V")
    }

    @Test(
        "has a zone unless it is summer, or there is none",
        arguments: [
            (0x92 as UInt8, 540), (0xAA, -300), (0x8B, 330), (0xC2, nil), (0xFF, nil),
        ] as [(UInt8, Int?)])
    func zones(zone: UInt8, minutes: Int?) {
        let date = packs([[0x18, zone, 0x20, 0x11, 0x04], SampleDVPacks.date[1]]).dateTimeOriginal
        #expect(date?.hour == 13)
        #expect(date?.utcOffsetMinutes == minutes)
    }

    @Test("says nothing that cannot be")
    func impossible() {
        #expect(packs([]).dateTimeOriginal == nil && packs([]).location == nil && packs([]).make == nil)
        #expect(packs([[0x18, 0x82, 0x20, 0x11, 0x14], SampleDVPacks.date[1]]).dateTimeOriginal == nil)
        #expect(packs([[0x18, 0xFF, 0xFF, 0xFF, 0xFF], [0x19, 0xFF, 0xFF, 0xFF, 0xFF]]).dateTimeOriginal == nil)
        #expect(packs([SampleDVPacks.date[0]]).dateTimeOriginal == nil)
        // The receiver had no place, or a denominator is zero.
        #expect(packs([[0xBE, UInt8(ascii: "V"), 0, 0, 0]] + SampleDVPacks.place).location == nil)
        #expect(packs([[0xB2, 0, 35, 0, 0]] + SampleDVPacks.place).location == nil)
        #expect(packs([[0xE0, 0x99, 0x99, 0, 0]]).make == nil)
    }

    /// A packet without the packs that say a place.
    private func withoutPlaces(_ packet: [UInt8], lengthSize: CInt) -> [UInt8] {
        var packet = packet
        let size = video_drop_dv_places(&packet, packet.count, lengthSize)
        return Array(packet.prefix(size))
    }

    @Test("goes as a whole where it cannot be taken apart, since it may say a place")
    func damaged() {
        let (unit, picture) = (SampleDVPacks.all.unit, [0x65, 1, 2, 3] as [UInt8])
        let code = [0, 0, 1] as [UInt8]
        #expect(withoutPlaces(unit + code + picture, lengthSize: 0) == code + picture)
        #expect(withoutPlaces(unit, lengthSize: 0) == [])
        let cut = Array(unit.dropLast(20))
        #expect(withoutPlaces(code + cut + code + picture, lengthSize: 0) == code + picture)
        #expect(withoutPlaces([0, UInt8(cut.count)] + cut + [0, 4] + picture, lengthSize: 2) == [0, 4] + picture)
        #expect(withoutPlaces([0, 4] + picture + [0, UInt8(unit.count)] + cut, lengthSize: 2) == [0, 4] + picture)
        // Without the bits behind the messages, the number of the packs that are left would end the unit: a zero.
        let bare = Array(SampleDVPacks(SampleDVPacks.place.dropLast()).unit.dropLast())
        #expect(withoutPlaces(code + bare + code + picture, lengthSize: 0) == code + picture)
    }

    @Test("is left as it is but for the place, however often that is taken out")
    func places() {
        let code = [0, 0, 1] as [UInt8]
        let packets = [SampleDVPacks.all, SampleDVPacks(SampleDVPacks.place)].map { code + $0.unit + code + [0x65, 1] }
        let kept = SampleDVPacks(SampleDVPacks.date + SampleDVPacks.camera).unit
        #expect(withoutPlaces(packets[0], lengthSize: 0) == code + kept + code + [0x65, 1])
        for packet in packets {
            let rest = withoutPlaces(packet, lengthSize: 0)
            #expect(withoutPlaces(rest, lengthSize: 0) == rest)
        }
    }

    @Test("is not looked for in a picture of many megabytes, which is not read to its end")
    func hugePicture() throws {
        let video = SampleMatroska(
            size: PixelSize(width: 64, height: 48), setup: [1, 66, 0, 30, 0xFF, 0xE0, 0],
            frames: [Array(repeating: 7, count: 48 << 20)])
        let bytes = video.bytes
        var readBytes = 0
        let source = VideoBytes(byteCount: bytes.count) { (offset, count) throws(ImagingError) in
            let part = Array(bytes.dropFirst(offset).prefix(count))
            readBytes += part.count
            return part
        }
        let date = try VideoFile.with(source, cancellation: .never) { (file: VideoFile) throws(ImagingError) in
            try file.dvPacks().dateTimeOriginal
        }
        #expect(date == nil && readBytes < 40 << 20)
    }

    @Test(
        "is read from transport streams",
        .enabled(if: PackagePaths.executable("ffmpeg") != nil, "needs FFmpeg's program: install ffmpeg"),
        arguments: [("a.ts", []), ("a.m2ts", ["-mpegts_m2ts_mode", "1"])])
    func transportStreams(name: String, options: [String]) throws {
        let folder = try TemporaryFolder()
        let (stream, path) = (folder.path("a.h264"), folder.path(name))
        let input = "-loglevel error -f lavfi -i testsrc=size=64x48:rate=25:duration=1 -c:v libx264 -bf 0 -f h264"
        try #require(try Subprocess.run("ffmpeg", input.split(separator: " ").map(String.init) + [stream]).succeeded)
        let pictures = [UInt8](try Data(contentsOf: URL(filePath: stream)))
        try Data(SampleDVPacks.all.inserted(in: pictures)).write(to: URL(filePath: stream))
        let made = try Subprocess.run(
            "ffmpeg",
            ["-loglevel", "error", "-framerate", "25", "-i", stream, "-c", "copy", "-f", "mpegts"] + options + [path])
        try #require(made.succeeded, "\(made)")
        let source = try ImageSource(path: FilePath(path))
        let metadata = try ImageDecoder.withVideo.metadata(of: source)
        #expect(metadata.dateTimeOriginal == CivilTime("2011:04:05 13:01:02+01:00"))
        #expect(metadata.location != nil && metadata.model == "DSC-HX7V")
        #expect(metadata.video?.size == PixelSize(width: 64, height: 48))
        // Every cut of the file is read without trouble.
        let bytes = try source.read(at: 0, count: source.byteCount)
        for length in stride(from: 0, to: bytes.count, by: 997) {
            _ = try? ImageDecoder.withVideo.metadata(of: ImageSource(bytes: Array(bytes.prefix(length))))
        }
    }
}
