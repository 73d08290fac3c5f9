import BackendKit
import PhotoModel
import Platform
import Testing

@testable import PickerHost

/// Records of which each field has a value of its own.
private enum Full {
    static let notUTF8 = AssetPath(bytes: Array("ordner/".utf8) + [0xFF, 0xC3] + Array(".jpg".utf8))

    static let collections = [
        AssetCollection(
            localIdentifier: "c-1", title: "Familie 👩‍👩‍👧 \u{0}?", parent: "c-0", type: .event, subtype: .sloMo,
            estimatedCount: 17, isEditable: true, startTime: Timestamp(milliseconds: -1),
            endTime: Timestamp(milliseconds: 1_714_557_600_123)),
        AssetCollection(localIdentifier: "c-2", title: "", type: .smartAlbum, subtype: .cameraRoll),
        AssetCollection(localIdentifier: "c-3", title: "e\u{301}", parent: "", type: .folder, estimatedCount: 0),
    ]

    static var asset: Asset {
        var asset = Asset(
            localIdentifier: "a-1", filename: "\u{FFFD}.jpg", path: notUTF8, contentType: "public.heic",
            mediaType: .video)
        asset.mediaSubtypes = [.livePhoto, .timelapse]
        (asset.pixelWidth, asset.pixelHeight) = (4032, 3024)
        asset.creation = CreationDate(
            time: Timestamp(milliseconds: 951_825_600_999), offsetMinutes: -570, source: .gps)
        asset.modificationTime = Timestamp(milliseconds: 12)
        (asset.byteSize, asset.contentTag, asset.duration) = (1 << 40, .max, 2.5)
        asset.location = Location(latitude: -33.86, longitude: 151.2)
        (asset.isFavorite, asset.isHidden, asset.hasAdjustments, asset.representationCount) = (true, true, true, 3)
        asset.availability = .offline
        asset.previewHash = [1, 1, 1, 2] + Array(0..<8)
        return asset
    }

    static var bareAsset: Asset {
        var asset = Asset(localIdentifier: "a-2", filename: "", path: AssetPath(""), contentType: "", mediaType: .video)
        (asset.duration, asset.representationCount) = (nil, 0)
        asset.creation = CreationDate(time: Timestamp(milliseconds: 0), offsetMinutes: nil, source: .filename)
        return asset
    }

    static var camera: CameraMetadata {
        var camera = CameraMetadata()
        (camera.make, camera.model, camera.lens) = ("Ångström", "", "50 mm ƒ/1.8")
        (camera.software, camera.caption) = (nil, "Sonnenaufgang 🌄\nzweite Zeile")
        (camera.exposureTime, camera.fNumber, camera.focalLength) = (0.004, 1.8, 50)
        (camera.isoSpeed, camera.altitude, camera.rating) = (3200, -12.5, 0)
        (camera.title, camera.keywords) = ("Über dem Meer", ["Meer", "", "🌄"])
        return camera
    }

    static let representations = [
        Representation(
            role: .raw, filename: "a.dng", path: notUTF8, contentType: "com.adobe.raw-image", byteSize: 5_000_000_000,
            contentTag: 7, byteOffset: 99, pixelWidth: 6000, pixelHeight: 4000),
        Representation(
            role: .pairedVideo, filename: "", path: AssetPath("a.mov"), contentType: "", byteSize: 0, contentTag: 0),
    ]
}

@Suite("A record of a Swift backend comes out of the C table as it went in", .timeLimit(.minutes(15)))
struct RecordRoundTripTests {
    @Test(
        "A record of a Swift backend comes out of the C table as it went in for collections, with absent and empty parents kept apart"
    )
    func collections() async throws {
        let script = try LibraryScript { $0.collections = Full.collections }
        let library = try await script.open()
        #expect(try await library.collections() == Full.collections)
        #expect(try await library.cameraRoll() == Full.collections[0])
        #expect(try await library.collection("c-3") == Full.collections[2])
        library.close()
    }

    @Test(
        "A record of a Swift backend comes out of the C table as it went in for assets, with all fields set and with hardly any"
    )
    func assets() async throws {
        let assets = [Full.asset, Full.bareAsset, sampleAsset("a-3")]
        let script = try LibraryScript { $0.assets = assets }
        let library = try await script.open()
        let result = try await library.fetch()
        #expect(try await result.window(offset: 0, length: .max) == assets)
        #expect(try await library.keyAssets(of: "c") == assets)
        library.close()
    }

    @Test(
        "A record of a Swift backend comes out of the C table as it went in for preview hashes, unless they are none or too long"
    )
    func previewHashes() async throws {
        let good: [UInt8] = [1, 0, 2, 1] + Array(10..<16)
        let assets = [good, good + [0], [], [UInt8](repeating: 1, count: 201)].map { previewHash in
            var asset = sampleAsset("a-\(previewHash.count)")
            asset.previewHash = previewHash
            return asset
        }
        let script = try LibraryScript { $0.assets = assets }
        let library = try await script.open()
        let received = try await library.fetch().window(offset: 0, length: .max)
        #expect(received.map(\.previewHash) == [good, nil, nil, nil])
        library.close()
    }

    @Test(
        "A record of a Swift backend comes out of the C table as it went in for details, with and without what a camera wrote"
    )
    func details() async throws {
        let full = AssetDetails(asset: Full.asset, representations: Full.representations, camera: Full.camera)
        let bare = AssetDetails(asset: Full.bareAsset, representations: [], camera: nil)
        let empty = AssetDetails(asset: sampleAsset("a-3"), representations: [], camera: CameraMetadata())
        let script = try LibraryScript { $0.details = [full, bare, empty] }
        let library = try await script.open()
        for details in [full, bare, empty] {
            #expect(try await library.details(of: details.asset.localIdentifier) == details)
        }
        library.close()
    }

    @Test(
        "A record of a Swift backend comes out of the C table as it went in for keywords, up to as many as a host reads"
    )
    func keywords() async throws {
        var camera = CameraMetadata()
        camera.keywords = (0..<2000).map { "keyword \($0)" }
        let details = AssetDetails(asset: Full.asset, representations: [], camera: camera)
        let script = try LibraryScript { $0.details = [details] }
        let library = try await script.open()
        let read = try await library.details(of: details.asset.localIdentifier)
        #expect(read.camera?.keywords == Array(camera.keywords.prefix(1024)))
        library.close()
    }

    @Test(
        "A record of a Swift backend comes out of the C table as it went in for texts, up to the most bytes of each (R8.5)"
    )
    func longTexts() async throws {
        var camera = CameraMetadata()
        camera.title = "a" + String(repeating: "🌄", count: 300)
        camera.keywords = [String(repeating: "k", count: 1024), String(repeating: "k", count: 1025)]
        camera.caption = String(repeating: "c", count: 70_000)
        var asset = sampleAsset("a-1")
        asset.filename = String(repeating: "f", count: 2000)
        let collection = AssetCollection(
            localIdentifier: "c-1", title: String(repeating: "e\u{301}", count: 400), type: .album)
        let script = try LibraryScript {
            $0.details = [AssetDetails(asset: asset, representations: [], camera: camera)]
            $0.collections = [collection]
        }
        let library = try await script.open()
        let read = try await library.details(of: "a-1")
        // Each is cut at the end of a character: "🌄" has four bytes, "e\u{301}" has three.
        #expect(read.camera?.title == "a" + String(repeating: "🌄", count: 255))
        #expect(read.camera?.keywords.map(\.utf8.count) == [1024, 1024])
        #expect(read.camera?.caption?.utf8.count == 65_536 && read.asset.filename.utf8.count == 1024)
        #expect(try await library.collections().map(\.title) == [String(repeating: "e\u{301}", count: 341)])
        library.close()
    }

    @Test(
        "A record of a Swift backend comes out of the C table as it went in for diagnostics, with the bytes of the path"
    )
    func diagnostics() async throws {
        var diagnostics = [
            Diagnostic(path: Full.notUTF8, reason: .corruptMedia, message: "abgeschnitten ✂️"),
            Diagnostic(path: AssetPath(""), reason: PhotoStatus(rawValue: 1999), message: ""),
        ]
        let script = try LibraryScript { $0.diagnostics = diagnostics }
        let library = try await script.open()
        // A status that is not known is understood by its range.
        diagnostics[1].reason = .busy
        #expect(try await library.diagnostics() == diagnostics)
        library.close()
    }

    @Test("A record of a Swift backend comes out of the C table as it went in for changes")
    func changes() async throws {
        var members = LibraryChange.updated(["album"], of: .collections)
        members.concernsMembers = true
        let changes: [LibraryChange] = [
            .inserted(["a", "ü"]), .removed(["c"], of: .collections), members, .updated([""]), .reload,
        ]
        let script = try LibraryScript()
        let library = try await script.open()
        try await library.requestAuthorization()
        let stream = try library.changeEvents()
        var heard: [LibraryChange] = []
        // That nothing happened is told to no one, and what names nothing may mean anything.
        (changes + [.current([1]), .removed([])]).forEach { script.send($0) }
        for await change in stream {
            heard.append(change)
            if heard.count == changes.count + 1 { break }
        }
        #expect(heard == changes + [.reload])
        library.close()
    }

    @Test(
        "A record of a Swift backend comes out of the C table as it went in for authorization, in all states",
        arguments: [
            AuthorizationStatus.notDetermined, .restricted, .denied, .authorized, .limited,
        ])
    func authorization(status: AuthorizationStatus) async throws {
        let script = try LibraryScript { $0.authorization = status }
        let library = try await script.open()
        #expect(try await library.requestAuthorization() == status && library.authorizationStatus == status)
        library.close()
    }
}
