import BackendKit
import HTTPClient
import PhotoModel
import Testing

@testable import ImmichServing

@Suite("What an Immich server writes, and what people write about it")
struct ReadingTests {
    @Test(
        "A local identifier leads back to the identifier of the server",
        arguments: [
            "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
            "af8b8a1d-b26e-4f13-90e4-5bb70f28c2d8",
        ])
    func identifiers(uuid: String) throws {
        let id = try #require(ImmichID(uuid: uuid))
        let identifier = id.identifier("a")
        #expect(identifier.count == 23 && id.uuid == uuid)
        #expect(ImmichID(identifier, prefix: "a") == id)
        #expect(ImmichID(identifier, prefix: "c") == nil)
        #expect(ImmichID(identifier + "A", prefix: "a") == nil)
        #expect(ImmichID(uuid: uuid + "0") == nil && ImmichID(uuid: "x") == nil)
    }

    @Test("An address is one of a server, encrypted, and without secrets")
    func addresses() throws {
        func text(_ location: String, _ allows: Bool = false) -> String? {
            (try? ServerAddress(location, allowsPlainText: allows))?.of("/albums").text
        }
        #expect(text("immich+https://Photos.Example") == "https://photos.example/api/albums")
        #expect(text("immich+https://photos.example:2283/base/") == "https://photos.example:2283/base/api/albums")
        #expect(text("immich+https://photos.example/api") == "https://photos.example/api/albums")
        // One that ends as a page of the web interface does is told by what is behind it.
        #expect(text("immich+https://photos.example/photos") == "https://photos.example/api/albums")
        #expect(text("immich+https://photos.example/photos/api/") == "https://photos.example/photos/api/albums")
        #expect(text("immich+https://[::1]:2283") == "https://[::1]:2283/api/albums")
        #expect(text("immich+http://127.0.0.1:2283", true) == "http://127.0.0.1:2283/api/albums")
        for wrong in [
            "immich+http://h", "https://h", "immich+https://", "immich+https://u:p@h", "immich+https://h/?a=b",
            "immich+https://h:0", "immich+https://h:99999", "immich+https://h h", "immich+ftp://h",
            "immich+https://h/\r\nX: y",
        ] { #expect(text(wrong) == nil, "\(wrong)") }
    }

    @Test("A redirect is followed to where it leads")
    func redirects() throws {
        let here = try #require(HTTPAddress("https://h/api/assets/1/thumbnail?size=fullsize"))
        #expect(here.following("/api/x")?.text == "https://h/api/x")
        #expect(here.following("?size=preview")?.text == "https://h/api/assets/1/thumbnail?size=preview")
        #expect(here.following("original")?.text == "https://h/api/assets/1/original")
        #expect(here.following("/start?rd=https://other/x")?.text == "https://h/start?rd=https://other/x")
        #expect(here.following("https://other/x?rd=https://h/y")?.origin.text == "https://other")
        #expect(here.following("//other/x")?.origin.text == "https://other")
        #expect(here.following("http://h/x")?.origin == here.origin ? false : true)
    }

    @Test("A pause counts by the server's own clock")
    func pauses() {
        let now = Timestamp(milliseconds: 0)
        #expect(HTTPDate.wait("12", date: nil, now: now) == .seconds(12))
        #expect(HTTPDate.wait("-5", date: nil, now: now) == .seconds(0))
        let (date, later) = ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:50:07 GMT")
        #expect(HTTPDate.wait(later, date: date, now: now) == .seconds(30))
        #expect(HTTPDate.wait(date, date: later, now: now) == .seconds(0))
        #expect(HTTPDate.wait("tomorrow", date: date, now: now) == nil)
    }

    @Test("A record with anything in it is an asset, or none")
    func records() throws {
        let id = "af8b8a1d-b26e-4f13-90e4-5bb70f28c2d8"
        let exif = JSON([
            "exifImageWidth": .number(4000), "exifImageHeight": .number(3000), "orientation": .text("6"),
            "timeZone": .text("UTC+2"), "latitude": .number(91), "longitude": .number(0), "fileSizeInByte": .number(-4),
        ])
        let document = JSON([
            "id": .text(id), "fileCreatedAt": .text("2024-05-01T10:00:00.000Z"),
            "localDateTime": .text("2024-05-01T12:00:00.000Z"),
            "originalFileName": .text("../..\u{0}/x.nef"), "type": .text("IMAGE"), "duration": .text("0:00:00.00000"),
            "checksum": .text("abc"), "exifInfo": exif,
        ])
        let asset = try #require(AssetRecord(document)).asset
        #expect(asset.filename == ".._.._" + "_x.nef" && asset.contentType == "com.nikon.raw-image")
        #expect(asset.pixelWidth == 3000 && asset.pixelHeight == 4000 && asset.mediaSubtypes == .raw)
        #expect(
            asset.creation?.offsetMinutes == 120 && asset.location == nil && asset.byteSize == 0
                && asset.contentTag != 0)
        #expect(AssetRecord(JSON(["id": .text(id)])) == nil)
        #expect(AssetRecord(.array([])) == nil && AssetRecord(.null) == nil)
    }

    @Test("A photo that does not say its zone has the local time that the server has of it")
    func zones() throws {
        func offset(_ zone: String?, local: String) throws -> Int? {
            let document = JSON([
                "id": .text("af8b8a1d-b26e-4f13-90e4-5bb70f28c2d8"), "fileCreatedAt": .text("2024-05-01T22:30:00.000Z"),
                "localDateTime": .text(local), "exifInfo": JSON(["timeZone": zone.map(JSON.text)]),
            ])
            return try #require(AssetRecord(document)).asset.creation?.offsetMinutes
        }
        #expect(try offset("Europe/Berlin", local: "2024-05-02T00:30:00.000Z") == 120)
        // The server is in Berlin.
        #expect(try offset(nil, local: "2024-05-02T00:30:00.000Z") == 120)
        #expect(try offset("UTC", local: "2024-05-01T22:30:00.000Z") == 0)
        #expect(try offset(nil, local: "2024-05-01T22:30:00.000Z") == nil)
        #expect(try offset(nil, local: "2024-05-09T00:30:00.000Z") == nil)
    }

    @Test("The size that an image needs is that of its shorter side")
    func needs() throws {
        func level(
            _ side: Int?, _ mode: ContentMode = .aspectFit, _ whole: PixelSize? = .init(width: 4000, height: 3000),
            resize: ResizeMode = .none
        ) throws -> ImageNeed.Level {
            let options = ImageOptions(
                targetSize: side.map { .init(width: $0, height: $0) }, contentMode: mode, resizeMode: resize)
            return try ImageNeed(options, of: whole).level(of: whole)
        }
        #expect(try level(250) == .thumbnail && level(333) == .thumbnail && level(340) == .preview)
        #expect(try level(250, .aspectFill) == .thumbnail && level(251, .aspectFill) == .preview)
        #expect(try level(1_900) == .preview && level(2_000) == .full && level(nil) == .full)
        #expect(
            try level(200, .aspectFill, nil) == .thumbnail
                && level(5_000, .aspectFit, .init(width: 200, height: 100)) == .thumbnail)
        // About that size is enough where no exact one is asked for.
        #expect(
            try level(291, .aspectFill, resize: .fast) == .thumbnail
                && level(300, .aspectFill, resize: .fast) == .preview
                && level(256, .aspectFill, resize: .exact) == .preview)
    }

    @Test("The head of an image says its size")
    func heads() {
        #expect(
            ImageHeader([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 11, 8, 0, 100, 0, 200, 3])?.size
                == PixelSize(width: 200, height: 100))
        #expect(ImageHeader([0xFF, 0xD8, 0xFF]).map { $0.size == nil } == true)
        #expect(ImageHeader(Array("GIF89a".utf8) + [5, 0, 6, 0])?.shortSide == 5)
        #expect(ImageHeader(Array("<html>".utf8)) == nil && ImageHeader([]) == nil)
    }

    @Test("A JPEG is looked through to its frame, past fill bytes and tables, and not into its image data")
    func frames() {
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 100, 0, 200, 3]
        func size(_ segments: [UInt8]) -> PixelSize? { ImageHeader([0xFF, 0xD8] + segments + frame)?.size }
        let expected = PixelSize(width: 200, height: 100)
        #expect(size([0xFF, 0xFF, 0xFF, 0xE0, 0, 4, 1, 2]) == expected)
        for table: UInt8 in [0xC4, 0xC8, 0xCC, 0xDB] { #expect(size([0xFF, table, 0, 2]) == expected, "\(table)") }
        #expect(size([0xFF, 0xE0, 0, 0]) == expected, "a length that includes itself is never less than 2")
        #expect(size([0xFF, 0xDA, 0, 2]) == nil && size([0xFF, 0xE0, 0, 2, 0]) == nil)
        let empty = ImageHeader([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 0, 0, 200, 3])
        #expect(empty?.shortSide == nil && empty != nil)
    }

    @Test("The size of PNG, GIF and the three kinds of WebP is where each has it")
    func otherHeads() {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 0, count: 12) + [0, 0, 1, 0x2C, 0, 0, 0, 200]
        #expect(ImageHeader(png)?.size == PixelSize(width: 300, height: 200))
        #expect(ImageHeader(Array(png.dropLast())) == nil)
        let gif = Array("GIF87a".utf8) + [0x2C, 1, 200, 0]
        #expect(ImageHeader(gif)?.size == PixelSize(width: 300, height: 200))
        #expect(ImageHeader(Array(gif.dropLast())) == nil)
        func webP(_ kind: String, _ rest: [UInt8]) -> [UInt8] {
            Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP\(kind)".utf8) + rest
        }
        let expected = PixelSize(width: 320, height: 240)
        // Above the size are bits of a scale, or whether the image has transparency.
        let lossy = webP("VP8 ", [UInt8](repeating: 0, count: 10) + [0x40, 0x41, 0xF0, 0x80])
        #expect(ImageHeader(lossy)?.size == expected && ImageHeader(Array(lossy.dropLast())) == nil)
        let lossless = webP("VP8L", [0, 0, 0, 0, 0x2F, 0x3F, 0xC1, 0x3B, 0x10, 0, 0, 0, 0, 0])
        #expect(ImageHeader(lossless)?.size == expected)
        let extended = webP("VP8X", [UInt8](repeating: 0, count: 8) + [0x3F, 1, 0, 0xEF, 0, 0])
        #expect(ImageHeader(extended)?.size == expected)
        let unknown = ImageHeader(webP("ABCD", [UInt8](repeating: 1, count: 14)))
        #expect(unknown != nil && unknown?.size == nil)
    }

    @Test("Smaller thumbnails than are usual are remembered, unless the photo itself is as small")
    func learning() throws {
        func header(_ side: UInt8) throws -> ImageHeader {
            try #require(ImageHeader(Array("GIF89a".utf8) + [255, 0, side, 0]))
        }
        let (sizes, whole) = (ReadySizes(), PixelSize(width: 400, height: 300))
        #expect(sizes.sides == [250, 1_440])
        sizes.learn(.full, try header(100), of: whole)
        sizes.learn(.thumbnail, try header(100), of: nil)
        sizes.learn(.thumbnail, try header(100), of: PixelSize(width: 400, height: 100))
        sizes.learn(.thumbnail, try header(255), of: whole)
        #expect(sizes.sides == [250, 1_440])
        sizes.learn(.thumbnail, try header(200), of: whole)
        sizes.learn(.preview, try header(240), of: whole)
        sizes.learn(.thumbnail, try header(220), of: whole)
        #expect(sizes.sides == [200, 240])
        let options = ImageOptions(
            targetSize: .init(width: 250, height: 250), contentMode: .aspectFill, resizeMode: .none)
        let need = try ImageNeed(options, of: .init(width: 4000, height: 3000))
        let (enough, tooSmall) = (try header(250), try header(249))
        #expect(need.isMet(by: enough) && !need.isMet(by: tooSmall))
        let unknown = try #require(ImageHeader([0xFF, 0xD8, 0xFF]))
        #expect(need.isMet(by: unknown))
    }

    @Test("A number of connections is one from 1 to 16, and the default only where none is said")
    func connections() throws {
        func connections(_ value: String?) throws(PhotoError) -> Int {
            var settings = ["api-key": "x"]
            settings["connections"] = value
            return try LibrarySettings(OpenRequest(location: Array("immich+https://h".utf8), settings: settings))
                .connections
        }
        #expect(try connections(nil) == 8)
        #expect(try connections("") == 8)
        #expect(try connections("16") == 16)
        for wrong in ["many", "0", "17", "8.0", "99999999999999999999"] {
            let error = #expect(throws: PhotoError.self, "\(wrong)") { try connections(wrong) }
            #expect(error?.status == .invalidArgument)
            #expect(error?.message == "connections must be a number from 1 to 16, not \"\(wrong)\"")
        }
    }

    @Test("A change token says what it was made of")
    func tokens() {
        let token = ChangeToken(milliseconds: 5, albums: .max, assets: 7)
        #expect(ChangeToken(token.bytes) == token)
        for wrong in ["", "immich/1 5 6", "immich/2 5 6 7", "immich/1 5 6 x", "immich/1  5 6 7"] {
            #expect(ChangeToken(Array(wrong.utf8)) == nil)
        }
    }

    @Test("The manifest's settings are those of the backend, and each description is one that can be asked for")
    func settings() {
        let info = ImmichBackend.info
        #expect(info.schemes == ["immich+https", "immich+http"] && info.requiresNetwork)
        #expect(SettingDescription.objection(to: ["api-key": "x", "connections": "6"], by: info.settings) == nil)
        #expect(info.settings.filter(\.isSecret).map(\.key) == ["api-key"])
    }
}
