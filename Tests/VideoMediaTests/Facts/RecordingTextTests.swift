import CVideo
import Imaging
import PhotoFixtures
import PhotoModel
import Testing

@testable import VideoMedia

@Suite("What a recording says in texts")
struct RecordingTextTests {
    @Test(
        "is a place where its numbers are one, in any of three forms",
        arguments: [
            ("+52.5-013.25/", [52.5, -13.25]), ("+90+180/", [90, 180]), ("-90-180", [-90, -180]),
            ("+1230-12345/", [12.5, -123.75]), ("-1230.0+12345.0/", [-12.5, 123.75]),
            ("+123036+0451500/", [12.51, 45.25]), ("-00.5+000/", [-0.5, 0]), ("+01+002CRSWGS_84/", [1, 2]),
            ("+90.1+000/", nil), ("-90.1+000/", nil), ("+00+180.1/", nil), ("+00-180.1/", nil), ("+00+000/", nil),
            ("+52.5/", nil), ("52.5-013.25/", nil), ("", nil), ("+5x-013/", nil), ("++/", nil),
        ] as [(String, [Double]?)])
    func places(text: String, expected: [Double]?) {
        let place = Location(iso6709: text)
        #expect((place == nil) == (expected == nil))
        guard let place, let expected else { return }
        #expect(abs(place.latitude - expected[0]) < 1e-9 && abs(place.longitude - expected[1]) < 1e-9)
    }

    @Test("is an altitude where there is a third number")
    func altitudes() {
        #expect(Location.altitude(iso6709: "+52-013+051.178/") == 51.178)
        #expect(Location.altitude(iso6709: "+52-013-5.5CRSWGS_84/") == -5.5)
        #expect(Location.altitude(iso6709: "+52-013/") == nil && Location.altitude(iso6709: "") == nil)
    }

    @Test("is a date whose zone may lack its colon")
    func dates() {
        let place = CivilTime("2023-09-22T18:34:05+02:00")
        #expect(place?.utcOffsetMinutes == 120)
        #expect(CivilTime(quickTime: "2023-09-22T18:34:05+0200") == place)
        #expect(CivilTime(quickTime: "2023-09-22T18:34:05+02:00") == place)
        #expect(CivilTime(quickTime: "2023-09-22T18:34:05-0330")?.utcOffsetMinutes == -210)
        #expect(CivilTime(quickTime: "2023-09-22T18:34:05Z")?.utcOffsetMinutes == 0)
        #expect(CivilTime(quickTime: "2023") == nil && CivilTime(quickTime: "") == nil)
    }

    /// The speeds at which a video is shown and was recorded; a mode of Apple's cameras; whether it plays at full rate.
    private static let speeds: [(Double, Double?, String?, Bool, String)] = [
        (30, nil, nil, false, ""), (30, 240, nil, false, "high"), (30, 60, nil, false, "high"),
        (30, 59, nil, false, ""), (99, nil, nil, false, ""), (100, nil, nil, false, "high"),
        (100, 60, nil, false, "high"), (30, 15, nil, false, "lapse"), (30, 16, nil, false, ""),
        (30, 0, nil, false, ""), (30, -5, nil, false, ""), (0, 1, nil, false, ""), (0, 120, nil, false, "high"),
        (240, nil, "TIME-LAPSE", false, "lapse"), (240, nil, "Slo-mo", false, "high"), (240, nil, nil, true, ""),
        (30, 240, nil, true, ""), (30, 15, nil, true, "lapse"),
    ]

    @Test("is slow motion or a time-lapse where it was recorded twice as fast or half as fast", arguments: speeds)
    func speed(shown: Double, captured: Double?, mode: String?, playsAtFullRate: Bool, expected: String) {
        var metadata = ImageMetadata()
        metadata.readSpeed(shown: shown, captured: captured, mode: mode, playsAtFullRate: playsAtFullRate)
        let found = (metadata.isHighFrameRate ? "high" : "") + (metadata.isTimelapse ? "lapse" : "")
        #expect(found == expected)
    }

    @Test("is kept of what a camcorder wrote beside its pictures, in the forms of QuickTime")
    func camcorder() {
        let all = RecordingTexts(DVPacks(SampleDVPacks.all.packs.flatMap(\.self)))
        #expect(
            all.texts == [
                "com.apple.quicktime.creationdate": "2011-04-05T13:01:02+0100", "com.apple.quicktime.make": "Sony",
                "com.apple.quicktime.model": "DSC-HX7V",
            ])
        #expect(all.place == ["com.apple.quicktime.location.ISO6709": "-35.51000-139.75000+12.5/"])
        let none = RecordingTexts(DVPacks([]))
        #expect(none.texts.isEmpty && none.place.isEmpty)
        let flat = RecordingTexts(DVPacks(SampleDVPacks.place.filter { $0[0] != 0xBA }.flatMap(\.self)))
        #expect(flat.place == ["com.apple.quicktime.location.ISO6709": "-35.51000-139.75000/"])
    }

    @Test(
        "has the zone of the camcorder's clock where it has one",
        arguments: [(0xFF, ""), (0xAA, "-0500"), (0x8B, "+0530"), (0x80, "+0000")] as [(UInt8, String)])
    func zones(zone: UInt8, text: String) {
        let packs = [[0x18, zone, 0x20, 0x11, 0x04], SampleDVPacks.date[1]]
        let texts = RecordingTexts(DVPacks(packs.flatMap(\.self))).texts
        #expect(texts == ["com.apple.quicktime.creationdate": "2011-04-05T13:01:02\(text)"])
    }

    @Test("is of a maker that is known, and a model of Sony's alone")
    func makers() {
        for (code, maker) in [(0x0103, "Panasonic"), (0x0108, "Sony"), (0x1011, "Canon"), (0x1104, "JVC")] {
            let head = [0xE0, UInt8(code >> 8), UInt8(code & 255), 0, 0]
            let packs = DVPacks([head, [0xE4] + Array("AB".utf8) + [0, 9]].flatMap(\.self))
            #expect(packs.make == maker && packs.model == (maker == "Sony" ? "AB" : nil))
        }
        #expect(DVPacks([0xE0, 1, 8, 0, 0]).model == nil)
    }

    @Test("is below the sea where the reference says so")
    func belowTheSea() {
        let height: [UInt8] = [0xBA, 0, 125, 0, 10]
        #expect(DVPacks([0xB9, 0, 0, 0, 1] + height).altitude == -12.5 && DVPacks(height).altitude == 12.5)
        #expect(DVPacks([0xBA, 0, 125, 0, 0]).altitude == nil && DVPacks([0xB9, 0, 0, 0, 1]).altitude == nil)
    }

    @Test("is an error that says what the library found")
    func errors() {
        func error(_ code: video_code, system: CInt = 0) -> ImagingError {
            var status = video_status()
            status.code = code
            status.system_error = system
            return ImagingError(status)
        }
        #expect(error(VIDEO_UNSUPPORTED).status == .unsupportedFormat)
        #expect(error(VIDEO_MISSING).status == .unsupportedFormat)
        #expect(error(VIDEO_TOO_LARGE).status == .tooLarge && error(VIDEO_OUT_OF_MEMORY).status == .outOfMemory)
        #expect(error(VIDEO_IO, system: 5) == .io(path: nil, code: 5) && error(VIDEO_IO, system: 5).systemCode == 5)
        #expect(error(VIDEO_CANCELLED) == .cancelled && error(VIDEO_CORRUPT).status == .corruptMedia)
        #expect(error(VIDEO_CANCELLED).systemCode == 5)
    }
}
