import Foundation
import PhotoModel
import PickerHost
import Testing

private func text(_ document: some Encodable, isPretty: Bool = false) throws -> String {
    String(decoding: try JSONText(isPretty: isPretty).bytes(document), as: UTF8.self)
}

private func object(_ document: some Encodable) throws -> [String: Any] {
    try #require(
        try JSONSerialization.jsonObject(with: Data(try JSONText().bytes(document))) as? [String: Any])
}

private func asset(_ path: AssetPath = AssetPath("a/b.jpg")) -> Asset {
    Asset(localIdentifier: "aID", filename: "b.jpg", path: path, contentType: "public.jpeg", mediaType: .image)
}

@Suite("JSON text")
struct JSONTextTests {
    @Test("JSON text has its keys in order, slashes as they are, and one line unless it is for people")
    func form() throws {
        #expect(try text(["b": "x/y", "a": "é\n"]) == #"{"a":"é\n","b":"x/y"}"#)
        #expect(try text(["a": 1], isPretty: true) == "{\n  \"a\" : 1\n}")
    }

    @Test("JSON text has null where a nullable value is not there")
    func nullable() throws {
        struct Document: Encodable {
            @Nullable var none: Int?
            @Nullable var some: Int?
        }
        #expect(try text(Document(none: nil, some: 5)) == #"{"none":null,"some":5}"#)
    }
}

@Suite("An asset as JSON")
struct AssetDocumentTests {
    @Test("An asset as JSON has every key, null for what is not known")
    func keys() throws {
        let document = try object(AssetDocument(asset()))
        #expect(
            Set(document.keys) == [
                "localIdentifier", "filename", "relativePath", "mediaType", "mediaSubtypes", "pixelWidth",
                "pixelHeight", "creationDate", "creationDateSource", "creationOffsetKnown", "modificationDate",
                "byteSize", "duration", "location", "isFavorite", "isHidden", "hasAdjustments", "uniformTypeIdentifier",
                "representations",
                "version", "availability",
            ])
        #expect(document["creationDate"] is NSNull && document["location"] is NSNull)
        #expect(document["availability"] is NSNull)
        #expect(document["creationDateSource"] as? String == "unknown")
        #expect(document["isFavorite"] as? Bool == false)
    }

    @Test("An asset as JSON has dates in ISO 8601 with the offset where it is known")
    func dates() throws {
        var asset = asset()
        asset.creation = CreationDate(
            time: Timestamp(milliseconds: 1_714_557_600_000), offsetMinutes: 120, source: .metadata)
        asset.modificationTime = Timestamp(milliseconds: 1_714_557_600_250)
        let document = try object(AssetDocument(asset))
        #expect(document["creationDate"] as? String == "2024-05-01T12:00:00+02:00")
        #expect(document["creationDateSource"] as? String == "metadata")
        #expect(document["modificationDate"] as? String == "2024-05-01T10:00:00.250Z")
    }

    @Test("A clock whose offset from UTC is not known is told from UTC, though both dates end in Z or +00:00")
    func offsets() throws {
        func document(_ offset: Int?, _ source: CreationDate.Source) throws -> [String: Any] {
            var asset = asset()
            asset.creation = CreationDate(
                time: Timestamp(milliseconds: 1_387_289_064_000), offsetMinutes: offset, source: source)
            return try object(AssetDocument(asset))
        }
        for source in [CreationDate.Source.metadata, .filename] {
            let unknown = try document(nil, source)
            #expect(unknown["creationDate"] as? String == "2013-12-17T14:04:24Z")
            #expect(unknown["creationOffsetKnown"] as? Bool == false)
        }
        for (offset, source) in [(0, .metadata), (nil, .gps), (nil, .modification)] as [(Int?, CreationDate.Source)] {
            #expect(try document(offset, source)["creationOffsetKnown"] as? Bool == true)
        }
        #expect(try object(AssetDocument(asset()))["creationOffsetKnown"] is NSNull)
    }

    @Test("An asset as JSON has place, subtypes and version by name")
    func details() throws {
        var asset = asset()
        asset.location = Location(latitude: -33.5, longitude: 151.25)
        asset.mediaSubtypes = [.livePhoto, .hdr]
        asset.contentTag = 0xABC
        let document = try object(AssetDocument(asset))
        #expect(document["location"] as? [String: Double] == ["latitude": -33.5, "longitude": 151.25])
        #expect(document["mediaSubtypes"] as? [String] == ["hdr", "livePhoto"])
        #expect(document["version"] as? String == "abc")
    }

    @Test("An asset as JSON has the preview hash in base64url, only where there is one")
    func previewHash() throws {
        var asset = asset()
        #expect(try object(AssetDocument(asset))["placeholder"] == nil)
        asset.previewHash = [1, 0, 1, 1, 0xFB, 0xFF, 0xFE]
        #expect(try object(AssetDocument(asset))["placeholder"] as? String == "AQABAfv__g")
    }

    @Test("An asset as JSON has the path in base64 only where it is not UTF-8")
    func rawPath() throws {
        #expect(try object(AssetDocument(asset()))["relativePathBase64"] == nil)
        let document = try object(AssetDocument(asset(AssetPath(bytes: [0x61, 0xFF, 0x2F, 0x62]))))
        #expect(document["relativePath"] as? String == "a\u{FFFD}/b")
        #expect(document["relativePathBase64"] as? String == "Yf8vYg==")
    }

    @Test("An asset as JSON says where its bytes are", arguments: [Availability.local, .remote, .offline])
    func availability(availability: Availability) throws {
        var asset = asset()
        asset.availability = availability
        let document = try object(AssetDocument(asset))
        #expect(document["availability"] as? String == "\(availability)")
        let parts = try #require(document["representations"] as? [[String: Any]])
        #expect(parts.map { $0["availability"] as? String } == ["\(availability)"])
    }

    @Test("An asset as JSON without details, represents itself as what it is")
    func soleRepresentation() throws {
        var video = asset()
        video.mediaType = .video
        var raw = asset()
        raw.mediaSubtypes = .raw
        for (asset, role) in [(asset(), "photo"), (video, "video"), (raw, "raw")] {
            let parts = try #require(try object(AssetDocument(asset))["representations"] as? [[String: Any]])
            #expect(parts.map { $0["role"] as? String } == [role])
            #expect(
                Set(parts[0].keys) == [
                    "role", "filename", "uniformTypeIdentifier", "byteSize", "pixelWidth", "pixelHeight",
                    "availability",
                ])
        }
    }
}

@Suite("A collection as JSON")
struct CollectionDocumentTests {
    private let album = AssetCollection(localIdentifier: "cID", title: "Trip", type: .album)

    @Test("A collection as JSON has every key, null for what is not known, a poster only over HTTP")
    func keys() throws {
        let document = try object(CollectionDocument(album))
        #expect(
            Set(document.keys) == ["localIdentifier", "title", "type", "subtype", "estimatedAssetCount", "parent"])
        #expect(document["estimatedAssetCount"] is NSNull && document["parent"] is NSNull)
        #expect(try object(CollectionDocument(album, posterURL: "/p"))["posterUrl"] as? String == "/p")
    }

    @Test("A collection as JSON names its type and subtype")
    func names() throws {
        let roll = AssetCollection(
            localIdentifier: "c", title: "All", parent: "f", type: .smartAlbum, subtype: .cameraRoll, estimatedCount: 0)
        let document = try object(CollectionDocument(roll))
        #expect(document["type"] as? String == "smartAlbum" && document["subtype"] as? String == "cameraRoll")
        #expect(document["estimatedAssetCount"] as? Int == 0 && document["parent"] as? String == "f")
    }
}

@Suite("Details as JSON")
struct DetailsDocumentTests {
    @Test("Details as JSON are the keys of an asset, with all files and the camera")
    func keys() throws {
        let raw = Representation(
            role: .raw, filename: "b.dng", path: AssetPath("a/b.dng"), contentType: "com.adobe.raw-image",
            byteSize: 9, contentTag: 1)
        var camera = CameraMetadata()
        camera.make = "Make"
        camera.exposureTime = 0.004
        camera.title = "Sea"
        camera.keywords = ["sun"]
        let document = try object(
            DetailsDocument(AssetDetails(asset: asset(), representations: [raw], camera: camera)))
        let parts = try #require(document["representations"] as? [[String: Any]])
        #expect(parts.map { $0["filename"] as? String } == ["b.dng"])
        let made = try #require(document["camera"] as? [String: Any])
        #expect(made["make"] as? String == "Make" && made["exposureTime"] as? Double == 0.004)
        #expect(made["title"] as? String == "Sea" && made["keywords"] as? [String] == ["sun"])
        let without = try object(DetailsDocument(AssetDetails(asset: asset(), representations: [raw])))
        #expect(without["camera"] is NSNull)
    }

    @Test("Details as JSON have each fact of the camera under its own name")
    func camera() throws {
        var camera = CameraMetadata()
        camera.make = "Make"
        camera.model = "Model"
        camera.lens = "Lens"
        camera.software = "Software"
        camera.caption = "Caption"
        camera.title = "Title"
        camera.keywords = ["a", "b"]
        camera.exposureTime = 0.5
        camera.fNumber = 2.5
        camera.focalLength = 50
        camera.altitude = -3.5
        camera.isoSpeed = 400
        camera.rating = 4
        let details = AssetDetails(asset: asset(), representations: [], camera: camera)
        let expected =
            #""camera":{"altitude":-3.5,"caption":"Caption","exposureTime":0.5,"fNumber":2.5,"focalLength":50,"#
            + #""isoSpeed":400,"keywords":["a","b"],"lens":"Lens","make":"Make","model":"Model","rating":4,"#
            + #""software":"Software","title":"Title"}"#
        #expect(try text(DetailsDocument(details)).contains(expected))
    }

    @Test("Details as JSON have the facts of a video and the items of a file where they are given")
    func videoAndItems() throws {
        let details = AssetDetails(asset: asset(), representations: [])
        var facts = VideoFacts()
        facts.size = PixelSize(width: 1920, height: 1080)
        facts.duration = 1.5
        facts.framesPerSecond = 29.5
        facts.videoCodec = "avc1"
        facts.audioCodec = "mp4a"
        facts.hasAudio = true
        let items = [
            ImageItem(kind: .primary, id: 1, pixelWidth: 4, pixelHeight: 3),
            ImageItem(kind: .auxiliary, id: 9, pixelWidth: 2, pixelHeight: 1, auxiliaryType: "urn:x"),
        ]
        let whole = try text(DetailsDocument(details, video: facts, items: items))
        let video =
            #""video":{"audioCodec":"mp4a","duration":1.5,"framesPerSecond":29.5,"hasAudio":true,"#
            + #""pixelHeight":1080,"pixelWidth":1920,"videoCodec":"avc1"}"#
        let list =
            #""items":[{"id":1,"kind":"primary","pixelHeight":3,"pixelWidth":4},"#
            + #"{"auxiliaryType":"urn:x","id":9,"kind":"auxiliary","pixelHeight":1,"pixelWidth":2}]"#
        #expect(whole.contains(video) && whole.contains(list))
        let plain = try object(DetailsDocument(details))
        #expect(plain["video"] == nil && plain["items"] == nil)
    }

    @Test("The size of a video is not known unless both sides are")
    func videoSize() {
        var facts = VideoFacts()
        #expect(facts.size == nil)
        facts.pixelWidth = 4
        #expect(facts.size == nil)
        facts.pixelHeight = 3
        #expect(facts.size == PixelSize(width: 4, height: 3))
        facts.size = nil
        #expect(facts.pixelWidth == 0 && facts.pixelHeight == 0)
    }
}
