import Imaging
import PhotoFixtures
import PhotoModel
import Testing
import VideoMedia

@Suite("Facts of a video")
struct VideoFactsTests {
    private func metadata(_ video: SampleVideo) throws -> ImageMetadata {
        try ImageDecoder.withVideo.metadata(of: ImageSource(video))
    }

    @Test("are its length, size, speed and codec")
    func basics() throws {
        let facts = try #require(try metadata(.quarters(64, 48)).video)
        #expect(facts.size == PixelSize(width: 64, height: 48))
        #expect(facts.duration == 2)
        #expect(facts.framesPerSecond == 10)
        #expect(facts.videoCodec == "jpeg")
        #expect(!facts.hasAudio)
    }

    @Test("are the same in AVI")
    func avi() throws {
        let source = ImageSource(bytes: try SampleVideo.quarters().avi())
        let facts = try #require(try ImageDecoder.withVideo.metadata(of: source).video)
        #expect(facts.size == PixelSize(width: 64, height: 48))
        #expect(facts.duration == 2)
        #expect(facts.framesPerSecond == 10)
        #expect(facts.videoCodec == "MJPG")
    }

    @Test(
        "have the date that cameras wrote into AVI, in their forms",
        arguments: [
            ("THU OCT 26 16:46:04 2006\n\0", "2006-10-26T16:46:04"),
            ("Mon Mar  3 15:04:43 2003", "2003-03-03T15:04:43"), ("2005/11/28/ 09:19\0", "2005-11-28T09:19"),
            ("2001/ 1/27  1:42PM\0", "2001-01-27T13:42"),
        ])
    func datesOfAVI(text: String, expected: String) throws {
        var video = try SampleVideo.quarters()
        video.date = text
        let metadata = try ImageDecoder.withVideo.metadata(of: ImageSource(bytes: video.avi()))
        #expect(metadata.dateTimeOriginal == CivilTime(expected) && CivilTime(expected) != nil)
    }

    @Test(
        "have their title in AVI, which may be in UTF-8 or in Windows' encoding",
        arguments: [Array("Straße".utf8), [0x53, 0x74, 0x72, 0x61, 0xDF, 0x65, 0]] as [[UInt8]])
    func titleOfAVI(title: [UInt8]) throws {
        var video = try SampleVideo.quarters()
        video.title = title
        let source = ImageSource(bytes: video.avi())
        #expect(try ImageDecoder.withVideo.metadata(of: source).title == "Straße")
    }

    @Test("have the size after rotation", arguments: [0, 90, 180, 270])
    func rotation(degrees: Int) throws {
        var video = try SampleVideo.quarters(64, 48)
        video.rotation = degrees
        let upright =
            degrees % 180 == 0 ? PixelSize(width: 64, height: 48) : PixelSize(width: 48, height: 64)
        #expect(try metadata(video).video?.size == upright)
        #expect(try ImageDecoder.withVideo.header(of: ImageSource(video)).orientedSize == upright)
    }

    @Test("have no text of many bytes in a single character")
    func longCharacter() throws {
        var video = try SampleVideo.quarters(64, 48)
        video.keys["com.apple.quicktime.title"] = "a" + String(repeating: "\u{301}", count: 100_000)
        let title = try #require(try metadata(video).title)
        #expect(title.utf8.count < 20_000)
    }

    @Test("have the size in square pixels")
    func pixelAspect() throws {
        var video = try SampleVideo.quarters(60, 48)
        video.pixelAspect = 150
        #expect(try metadata(video).video?.size == PixelSize(width: 90, height: 48))
    }

    @Test("take the clock of the place before that of the header")
    func dates() throws {
        var video = try SampleVideo.quarters()
        video.creationTime = 3_778_418_045
        let header = CivilTime(year: 2023, month: 9, day: 24, hour: 16, minute: 34, second: 5)
        #expect(try metadata(video).dateTimeOriginal == header)
        video.keys["com.apple.quicktime.creationdate"] = "2023-09-22T18:34:05+0200"
        let place = CivilTime(
            year: 2023, month: 9, day: 22, hour: 18, minute: 34, second: 5, utcOffsetMinutes: 120)
        #expect(try metadata(video).dateTimeOriginal == place)
    }

    @Test("take the date of QuickTime where it has a zone, or is the only one")
    func otherDates() throws {
        let place = CivilTime(year: 2023, month: 9, day: 22, hour: 18, minute: 34, second: 5, utcOffsetMinutes: 120)
        let header = CivilTime(year: 2023, month: 9, day: 24, hour: 16, minute: 34, second: 5)
        for text in ["2023-09-22T18:34:05+0200", "2023-09-22T18:34:05+02:00"] {
            var video = try SampleVideo.quarters()
            video.keys["date"] = text
            #expect(try metadata(video).dateTimeOriginal == place)
            video.creationTime = 3_778_418_045
            #expect(try metadata(video).dateTimeOriginal == place)
            video.keys["com.apple.quicktime.creationdate"] = "2023-09-21T18:34:05+0200"
            #expect(try metadata(video).dateTimeOriginal?.day == 21)
        }
        var video = try SampleVideo.quarters()
        video.keys["date"] = "2023-09-22T18:34:05"
        #expect(try metadata(video).dateTimeOriginal == CivilTime("2023-09-22T18:34:05"))
        video.keys["date"] = "2023"
        #expect(try metadata(video).dateTimeOriginal == nil)
        video.creationTime = 3_778_418_045
        #expect(try metadata(video).dateTimeOriginal == header)
        video.keys["date"] = "2023-09-22T18:34:05"
        #expect(try metadata(video).dateTimeOriginal == header)
    }

    @Test("have no date where the camera has no clock")
    func noDate() throws {
        #expect(try metadata(.quarters()).dateTimeOriginal == nil)
    }

    @Test("are where and with what it was recorded, and which Live Photo it belongs to")
    func camera() throws {
        var video = try SampleVideo.quarters()
        video.keys = [
            "com.apple.quicktime.location.ISO6709": "+52.4597-013.3220+051.178/",
            "com.apple.quicktime.make": " \t", "com.android.manufacturer": "Apple",
            "com.apple.quicktime.model": " iPhone 15 \n",
            "com.apple.quicktime.content.identifier": "76C3E45A-2CCC-498B-9C1A-29C3ADD99D39",
        ]
        let metadata = try metadata(video)
        #expect(metadata.location == Location(latitude: 52.4597, longitude: -13.322))
        #expect(metadata.altitude == 51.178)
        #expect(metadata.make == "Apple" && metadata.model == "iPhone 15")
        #expect(metadata.contentIdentifier == "76C3E45A-2CCC-498B-9C1A-29C3ADD99D39")
    }

    @Test(
        "are where it was recorded, in degrees, with minutes or with seconds too",
        arguments: ["+52.5-013.25/", "+5230-01315.0/", "+523000.0-0131500+051.178/"])
    func place(text: String) throws {
        var video = try SampleVideo.quarters()
        video.keys = ["com.apple.quicktime.location.ISO6709": text]
        #expect(try metadata(video).location == Location(latitude: 52.5, longitude: -13.25))
    }

    @Test("are the zone and the camera in the document that Sony's cameras write")
    func document() throws {
        var video = try SampleVideo.quarters()
        video.creationTime = 3_778_418_045  // 2023-09-24T16:34:05Z
        video.document = """
            <?xml version="1.0" encoding="UTF-8"?>
            <NonRealTimeMeta xmlns="urn:schemas-professionalDisc:nonRealTimeMeta:ver.2.20">
            <CreationDate value="2023-09-24T18:34:05+02:00"/>
            <Device manufacturer="Sony" modelName="ILCE-7M4" serialNo="1"/></NonRealTimeMeta>
            """
        let found = try metadata(video)
        #expect(found.dateTimeOriginal == CivilTime("2023-09-24T18:34:05+02:00"))
        #expect(found.make == "Sony" && found.model == "ILCE-7M4")
        // The header was set right later.
        video.creationTime += 86_400
        #expect(try metadata(video).dateTimeOriginal == CivilTime("2023-09-25T16:34:05"))
        video.creationTime = 0
        #expect(try metadata(video).dateTimeOriginal == CivilTime("2023-09-24T18:34:05+02:00"))
    }

    @Test("are what people wrote about it into XMP, wherever in the file that is", arguments: [false, true])
    func xmp(isInUserData: Bool) throws {
        var video = try SampleVideo.quarters()
        video.creationTime = 3_778_418_045
        let date = try metadata(video).dateTimeOriginal
        video.keys = ["com.apple.quicktime.keywords": "old, words", "com.apple.quicktime.title": "A title"]
        #expect(try metadata(video).keywords == ["old", "words"])
        video.hasXMPInUserData = isInUserData
        video.xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmp:Rating="5"
            exif:DateTimeOriginal="2001-02-03T04:05:06" exif:GPSLatitude="52,30N" exif:GPSLongitude="13,15W">
            <dc:subject><rdf:Bag><rdf:li>sea</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let found = try metadata(video)
        #expect(found.rating == 5 && found.keywords == ["sea"] && found.title == "A title")
        #expect(found.location == Location(latitude: 52.5, longitude: -13.25))
        #expect(date != nil && found.dateTimeOriginal == date)
        video.creationTime = 0
        #expect(try metadata(video).dateTimeOriginal == CivilTime("2001-02-03T04:05:06"))
    }

    @Test(
        "say slow motion and time-lapse",
        arguments: [
            (10, nil, nil, false, false), (125, nil, nil, true, false), (25, "120", nil, true, false),
            (25, "25", nil, false, false), (25, "1", nil, false, true), (25, nil, "Time-lapse", false, true),
        ] as [(Int, String?, String?, Bool, Bool)])
    func speed(
        framesPerSecond: Int, captured: String?, mode: String?, isHighFrameRate: Bool, isTimelapse: Bool
    ) throws {
        var video = try SampleVideo.quarters()
        video.framesPerSecond = framesPerSecond
        video.keys["com.android.capture.fps"] = captured
        video.keys["com.apple.photos.captureMode"] = mode
        let metadata = try metadata(video)
        #expect(metadata.isHighFrameRate == isHighFrameRate && metadata.isTimelapse == isTimelapse)
    }

    @Test("do not call a video slow motion that is to be shown at full rate")
    func fullRate() throws {
        var video = try SampleVideo.quarters()
        video.framesPerSecond = 125
        video.keys["com.apple.quicktime.full-frame-rate-playback-intent"] = "1"
        #expect(try !metadata(video).isHighFrameRate)
    }

    @Test("of sound alone are its length and codec, and no size")
    func soundOnly() throws {
        let source = ImageSource(bytes: try SampleVideo.quarters().soundOnly())
        let facts = try #require(try ImageDecoder.withVideo.metadata(of: source).video)
        #expect(facts.size == nil && facts.videoCodec == nil)
        #expect(facts.hasAudio)
        #expect(facts.duration == 2)
    }
}
