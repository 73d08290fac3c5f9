import BackendKit
import PhotoModel
import Testing

@testable import ImmichServing

@Suite("What is read of a record of Immich")
struct RecordTests {
    private static let uuid = "af8b8a1d-b26e-4f13-90e4-5bb70f28c2d8"

    private func record(_ members: KeyValuePairs<String, JSON?>) throws -> AssetRecord {
        let least = JSON(["id": .text(Self.uuid), "fileCreatedAt": .text("2024-05-01T10:00:00.000Z")])
        return try #require(AssetRecord(least.adding(members)))
    }

    @Test("A duration is milliseconds, or text of servers before version 3, and neither is negative")
    func durations() throws {
        func duration(_ value: JSON) throws -> Float? { try record(["duration": value]).duration }
        #expect(try duration(.number(1500)) == 1.5 && duration(.number(0)) == 0 && duration(.number(-1)) == nil)
        #expect(try duration(.text("0:01:02.50000")) == 62.5 && duration(.text("1:00:00")) == 3600)
        for text in ["", "1:2", "1:2:3:4", "x:0:0", "0:0:x", "0:00:-3"] {
            #expect(try duration(.text(text)) == nil, "\(text)")
        }
    }

    @Test("The size is that of the upright image, or else that of the stored one and its orientation")
    func sizes() throws {
        func size(_ width: Double, _ height: Double, _ orientation: String) throws -> PixelSize? {
            try record([
                "exifInfo": JSON([
                    "exifImageWidth": .number(width), "exifImageHeight": .number(height),
                    "orientation": .text(orientation),
                ])
            ]).pixelSize
        }
        for turned in ["5", "6", "7", "8", "90", "-90"] {
            #expect(try size(40, 30, turned) == PixelSize(width: 30, height: 40), "\(turned)")
        }
        for upright in ["", "1", "2", "3", "4", "180", "9"] {
            #expect(try size(40, 30, upright) == PixelSize(width: 40, height: 30), "\(upright)")
        }
        #expect(try size(1_048_576, 1, "1") == PixelSize(width: 1_048_576, height: 1))
        for (width, height) in [(0, 30), (40, 0), (1_048_577, 1), (1, 1_048_577), (-1, 1)] as [(Double, Double)] {
            #expect(try size(width, height, "1") == nil, "\(width)x\(height)")
        }
        let both = try record([
            "width": .number(7), "height": .number(8),
            "exifInfo": JSON([
                "exifImageWidth": .number(40), "exifImageHeight": .number(30), "orientation": .text("6"),
            ]),
        ])
        #expect(both.pixelSize == PixelSize(width: 7, height: 8))
    }

    @Test("What is in the trash, archived or put away otherwise is hidden")
    func hidden() throws {
        #expect(try !record([:]).asset.isHidden && !record(["visibility": .text("timeline")]).asset.isHidden)
        #expect(try record(["isTrashed": .bool(true)]).asset.isHidden)
        #expect(try record(["isArchived": .bool(true)]).asset.isHidden)
        for text in ["archive", "hidden", "locked"] {
            #expect(try record(["visibility": .text(text)]).asset.isHidden, "\(text)")
        }
        #expect(try !record(["isTrashed": .bool(false), "isArchived": .bool(false)]).asset.isHidden)
    }

    @Test("Favourites, edits, panoramas, Live Photos, known dates and disks that are off are marked, and nothing else")
    func flags() throws {
        let plain = try record([:]).asset
        #expect(!plain.isFavorite && !plain.hasAdjustments && plain.mediaSubtypes.isEmpty)
        #expect(plain.availability == .remote && plain.representationCount == 1)
        #expect(plain.creation?.source == .unknown)
        #expect(try record(["isFavorite": .bool(true)]).asset.isFavorite)
        #expect(try record(["isEdited": .bool(true)]).asset.hasAdjustments)
        #expect(try record(["isOffline": .bool(true)]).asset.availability == .offline)
        let exif = JSON([
            "projectionType": .text("EQUIRECTANGULAR"), "dateTimeOriginal": .text("2024-05-01T10:00:00.000Z"),
        ])
        let panorama = try record(["exifInfo": exif]).asset
        #expect(panorama.mediaSubtypes == .panorama && panorama.creation?.source == .metadata)
        let live = try record(["livePhotoVideoId": .text("00000000-0000-0000-0000-000000000001")]).asset
        #expect(live.mediaSubtypes == .livePhoto && live.representationCount == 2)
    }

    @Test("The content tag changes with the file, and with an edit, and not with anything else that is updated")
    func tags() throws {
        func tag(_ checksum: String, _ updated: String, isEdited: Bool) throws -> UInt64 {
            try record([
                "checksum": .text(checksum), "updatedAt": .text(updated), "isEdited": .bool(isEdited),
            ]).contentTag
        }
        let (one, two) = ("2024-05-01T10:00:00.000Z", "2024-05-02T10:00:00.000Z")
        #expect(try tag("a", one, isEdited: false) == tag("a", two, isEdited: false))
        let tags = try [
            tag("a", one, isEdited: false), tag("b", one, isEdited: false), tag("a", one, isEdited: true),
            tag("a", two, isEdited: true),
        ]
        #expect(Set(tags).count == 4 && !tags.contains(0))
    }

    @Test("An offset is at most fourteen hours, and a date is the first of three that can be read")
    func dates() throws {
        func offset(_ local: String) throws -> Int16? { try record(["localDateTime": .text(local)]).offsetMinutes }
        #expect(try offset("2024-05-02T00:00:00.000Z") == 840 && offset("2024-05-02T00:01:00.000Z") == nil)
        #expect(try offset("2024-04-30T20:00:00.000Z") == -840 && offset("2024-04-30T19:59:00.000Z") == nil)
        let late = JSON([
            "id": .text(Self.uuid), "fileCreatedAt": .text("+020024-05-01T10:00:00.000Z"),
            "localDateTime": .text("1970-01-01T00:00:01.000Z"), "createdAt": .text("1970-01-01T00:00:02.000Z"),
        ])
        #expect(AssetRecord(late)?.created.milliseconds == 1000)
    }

    @Test("A file has a name, whatever the file was called that was uploaded")
    func names() throws {
        func name(_ text: String) throws -> String { try record(["originalFileName": .text(text)]).filename }
        for text in ["", ".", ".."] { #expect(try name(text) == Self.uuid) }
        #expect(try name("a/b\u{1F}\u{7F}c.jpg") == "a_b__c.jpg" && name("...") == "...")
        #expect(try name(String(repeating: "é", count: 300)).utf8.count == 252)
    }

    private func camera(_ exif: KeyValuePairs<String, JSON?>) -> CameraMetadata? {
        CameraMetadata(JSON(["exifInfo": JSON(exif)]))
    }

    @Test("Numbers of a camera that cannot be are not known, and a record without any has no camera")
    func cameras() {
        #expect(camera([:]) == nil && camera(["make": .text("")]) == nil)
        #expect(camera(["make": .text("A\0b")])?.make == "Ab")
        let times: [(text: String, seconds: Double?)] = [
            ("1/250", 0.004), ("0.4", 0.4), ("30", 30), ("1/0", nil), ("0", nil), ("-1/2", nil), ("x", nil),
            ("1/2/3", nil), ("inf", nil), ("1/x", nil), ("x/2", nil), ("1/", nil), ("/2", nil), ("1//2", nil),
            ("1/nan", nil), ("1/inf", nil), ("", nil),
        ]
        for (text, seconds) in times {
            #expect(camera(["exposureTime": .text(text)])?.exposureTime == seconds, "\(text)")
        }
        for stars in 0...5 { #expect(camera(["rating": .number(Double(stars))])?.rating == stars) }
        for stars in [-1.0, 6] { #expect(camera(["rating": .number(stars)]) == nil) }
        #expect(camera(["fNumber": .number(0)]) == nil && camera(["fNumber": .number(2.8)])?.fNumber == 2.8)
        #expect(camera(["iso": .number(0)]) == nil && camera(["iso": .number(100)])?.isoSpeed == 100)
        #expect(camera(["focalLength": .number(-1)]) == nil && camera(["focalLength": .number(35)])?.focalLength == 35)
    }

    @Test("Keywords come once each, by their whole path where there is one, and 1,024 at most")
    func keywords() {
        let tags: [JSON] = [
            JSON(["value": .text("Trip/Sea"), "name": .text("Sea")]), JSON(["name": .text("Sun")]),
            JSON(["value": .text("Trip/Sea")]), JSON(["value": .text("")]), .null,
        ]
        #expect(CameraMetadata(JSON(["tags": .array(tags)]))?.keywords == ["Trip/Sea", "Sun"])
        let many = (0..<1_025).map { JSON(["value": .text("\($0)")]) }
        let kept = CameraMetadata(JSON(["tags": .array(many)]))?.keywords
        #expect(kept?.count == 1_024 && kept?.last == "1023")
    }
}
