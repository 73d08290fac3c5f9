import Imaging
import PhotoModel
import Testing

@Suite("What files beside a photo say of it")
struct SidecarMetadataTests {
    private func takeout(_ text: String) -> SidecarMetadata { SidecarMetadata(takeout: Array(text.utf8)) }

    @Test("Google Takeout's JSON gives date, place, description and favourite")
    func takeoutFields() throws {
        let found = takeout(
            """
            \u{FEFF}{"title": "a.jpg", "description": " Am \\u0022See\\u0022\\n\\ud83c\\udf0a ", "imageViews": "3",
             "photoTakenTime": {"timestamp": "1714560000", "formatted": "01.05.2024, 10:40:00 UTC"},
             "geoData": {"latitude": -33.8568, "longitude": 151.2153, "altitude": 12.5, "latitudeSpan": 0.0},
             "people": [{"name": "Ada"}], "favorited": true}
            """)
        #expect(found.moment == Timestamp(milliseconds: 1_714_560_000_000))
        #expect(found.location == Location(latitude: -33.8568, longitude: 151.2153) && found.altitude == 12.5)
        #expect(found.imageDescription == "Am \"See\"\n🌊" && found.isFavorite)
    }

    @Test("A description with a NUL has all words and no NUL")
    func takeoutNUL() {
        #expect(takeout(#"{"description": "\u0000sea\u0000 and \u0000sky \u0000"}"#).imageDescription == "sea and sky")
        #expect(takeout(#"{"description": " \u0000 "}"#).imageDescription == nil)
    }

    @Test(
        "What Takeout writes for unknown things is nothing",
        arguments: [
            #"{"photoTakenTime": {"timestamp": "0"}, "geoData": {"latitude": 0.0, "longitude": 0.0, "altitude": 0.0}}"#,
            #"{"photoTakenTime": {"timestamp": "-62135596800"}, "geoData": {"latitude": 91, "longitude": 1}}"#,
            #"{"photoTakenTime": {"timestamp": "soon"}, "description": "  ", "favorited": false}"#,
            #"{"photoTakenTime": "1714560000", "geoData": [1, 2], "favorited": "true", "description": 7}"#,
            #"{"photoTakenTime": {"timestamp": "1e300"}, "geoData": {"latitude": 1e999, "longitude": 1}}"#,
            "[]", "", "null", "7", "\"text\"",
        ])
    func unknown(text: String) {
        #expect(takeout(text) == SidecarMetadata())
    }

    @Test("JSON is read up to its first mistake, whatever that is")
    func damage() {
        let whole = Array(#"{"photoTakenTime": {"timestamp": 1714560000}, "favorited": true, "x": ["y", {}]}"#.utf8)
        for length in 0..<whole.count { _ = SidecarMetadata(takeout: Array(whole.prefix(length))) }
        #expect(SidecarMetadata(takeout: Array(whole.prefix(60))).moment != nil)
        #expect(SidecarMetadata(takeout: whole.dropLast(12)).isFavorite)
        let mistakes = [
            "{\"a\": \"\\u12\"", "{\"a\": \"\\ud800\"", "{\"a\" 1}", "{a: 1}", "{\"a\": tru}", "[1,,2]", "-", "\"\\",
        ]
        for text in mistakes { #expect(takeout(text) == SidecarMetadata()) }
        let strange: [UInt8] =
            Array(#"{"description": ""#.utf8) + [0xC3, 0x28, 0xFF] + Array(#"", "favorited": true}"#.utf8)
        #expect(SidecarMetadata(takeout: strange).isFavorite)
    }

    @Test("Documents that are deep or long do no harm")
    func hostile() {
        let deep = String(repeating: "[", count: 500_000)
        #expect(takeout(deep) == SidecarMetadata())
        #expect(takeout(#"{"favorited": true, "x": "# + deep).isFavorite)
        #expect(takeout(#"{"x": "# + deep + #"], "favorited": true}"#) == SidecarMetadata())
        let long = #"{"favorited": true, "x": ""# + String(repeating: "x", count: 9 << 20) + "\"}"
        #expect(takeout(long).isFavorite)
        let entities = "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"
        #expect(SidecarMetadata(xmp: Array(entities.utf8)) == SidecarMetadata())
        #expect(SidecarMetadata(xmp: [0xFF, 0xFE, 0, 0, 0x3C]) == SidecarMetadata())
        let nested = String(repeating: "<a>", count: 100_000)
        #expect(SidecarMetadata(xmp: Array(nested.utf8)) == SidecarMetadata())
    }

    @Test("XMP gives date, place, rating and words")
    func xmp() throws {
        let found = SidecarMetadata(
            xmp: MetadataFixture.packet(
                attributes: """
                    xmp:Rating='3' photoshop:DateCreated='2024-05-01T12:00:00+02:00' exif:GPSLatitude='48,51.5N'
                    exif:GPSLongitude='2,17.5E' exif:GPSAltitude='35/1'
                    """,
                """
                <dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Sea</rdf:li></rdf:Alt></dc:title>
                <dc:description><rdf:Alt><rdf:li xml:lang='x-default'>Waves</rdf:li></rdf:Alt></dc:description>
                <dc:subject><rdf:Bag><rdf:li>sun</rdf:li></rdf:Bag></dc:subject>
                """))
        #expect(found.dateTimeOriginal == CivilTime("2024-05-01T12:00:00+02:00"))
        #expect(abs(try #require(found.location).latitude - 48.858_333) < 1e-6 && found.altitude == 35)
        #expect(found.rating == 3 && found.title == "Sea" && found.imageDescription == "Waves")
        #expect(found.keywords == ["sun"])
    }

    @Test("The first of several sidecars that says something counts, and a sidecar more than the file")
    func precedence() {
        var first = SidecarMetadata()
        (first.title, first.isRejected) = ("First", true)
        var second = SidecarMetadata()
        (second.title, second.imageDescription, second.rating) = ("Second", "Text", 5)
        second.moment = Timestamp(milliseconds: 1000)
        first.complete(with: second)
        #expect(first.title == "First" && first.imageDescription == "Text" && first.moment == second.moment)
        #expect(first.rating == nil && first.isRejected)
        var metadata = ImageMetadata()
        (metadata.title, metadata.rating, metadata.keywords, metadata.lens) = ("File", 5, ["kept"], "50mm")
        metadata.adopt(first)
        #expect(metadata.title == "First" && metadata.rating == nil && metadata.isRejected)
        #expect(metadata.keywords == ["kept"] && metadata.lens == "50mm")
    }

    @Test(
        "has a place in degrees with a letter, in degrees alone with a letter or a sign, and in no other form",
        arguments: [
            "exif:GPSLatitude='48,30.6S' exif:GPSLongitude='11,15,18E'",
            "exif:GPSLatitude='48,30.6 s' exif:GPSLongitude='11,15,18 e'",
            "exif:GPSLatitude='48.51' exif:GPSLatitudeRef='S' exif:GPSLongitude='11.255' exif:GPSLongitudeRef='E'",
            "exif:GPSLatitude='-48.51' exif:GPSLongitude='11.255'",
        ])
    func places(attributes: String) throws {
        let place = try #require(SidecarMetadata(xmp: MetadataFixture.packet(attributes: attributes, "")).location)
        #expect(abs(place.latitude + 48.51) < 1e-9 && abs(place.longitude - 11.255) < 1e-9)
    }

    @Test(
        "has no place where that is none",
        arguments: [
            "exif:GPSLatitude='48,51' exif:GPSLongitude='11,25'", "exif:GPSLatitude='48.51E' exif:GPSLongitude='11.2N'",
            "exif:GPSLatitude='48.51' exif:GPSLongitude=''", "exif:GPSLatitude='nan' exif:GPSLongitude='inf'",
        ])
    func noPlaces(attributes: String) {
        #expect(SidecarMetadata(xmp: MetadataFixture.packet(attributes: attributes, "")).location == nil)
    }

    @Test("has the date of digitising in either property")
    func digitized() {
        for name in ["xmp:CreateDate", "exif:DateTimeDigitized"] {
            let packet = MetadataFixture.packet(attributes: "\(name)='2024-05-01T12:00:00'", "")
            #expect(SidecarMetadata(xmp: packet).dateTimeDigitized == CivilTime("2024-05-01T12:00:00"))
        }
    }
}
