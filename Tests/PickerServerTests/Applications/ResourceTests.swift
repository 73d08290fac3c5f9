import PhotoModel
import PickingSessions
import Testing

@testable import PickerServer
@testable import SessionStorage

@Suite("A session as its client reads it")
struct SessionResourceTests {
    private static let start = Timestamp(milliseconds: 1_700_000_000_000)

    private func resource(
        _ state: PickingSession.State, afterMilliseconds passed: Int64 = 0
    ) throws -> SessionResource {
        let configuration = try #require(
            PickingConfiguration(selectionLimit: 7, minimum: 2, mediaFilter: .image, isOrdered: true))
        let client = Client(identifier: 1, name: "notes", origin: nil, added: Self.start, revoked: nil)
        let session = StoredSession(
            identifier: "s1", client: client, library: "/photos", configuration: configuration, state: state, count: 3,
            byteTotal: 70, created: Self.start, deadline: Self.start.adding(seconds: 60),
            expires: Timestamp(milliseconds: Self.start.milliseconds + 600_999), ended: nil)
        let now = Timestamp(milliseconds: Self.start.milliseconds + passed)
        return SessionResource(session, base: "https://photos.example", now: now)
    }

    @Test(
        "says for how many seconds it can be asked again, and never none while it is pending",
        arguments: [(0, "60s"), (1, "59s"), (1000, "59s"), (58_001, "1s"), (59_999, "1s")] as [(Int64, String)])
    func polling(passed: Int64, left: String) throws {
        let polling = try resource(.pending, afterMilliseconds: passed).pollingConfig
        #expect(polling?.timeoutIn == left && polling?.pollInterval == "5s")
    }

    @Test("tells nothing of what is selected before that is picked")
    func pending() throws {
        let pending = try resource(.pending)
        #expect(pending.id == "s1" && pending.pickerUri == "https://photos.example/pick/s1")
        #expect(!pending.mediaItemsSet && pending.picker.itemCount == 0 && pending.picker.byteTotal == 0)
        #expect(pending.picker.state == "pending" && pending.pickingConfig.maxItemCount == "7")
        #expect(pending.picker.minItemCount == 2 && pending.picker.mediaFilter == "image" && pending.picker.ordered)
        #expect(pending.picker.representationMode == "current" && !pending.picker.wholeAlbums)
        #expect(pending.expireTime == Timestamp(milliseconds: Self.start.milliseconds + 600_000).iso8601())
    }

    @Test("need not be asked again when it ended, and has its items only if they were picked")
    func ended() throws {
        let picked = try resource(.picked)
        #expect(picked.mediaItemsSet && picked.pollingConfig == nil)
        #expect(picked.picker.itemCount == 3 && picked.picker.byteTotal == 70)
        for state in [PickingSession.State.cancelled, .expired] {
            let ended = try resource(state)
            #expect(ended.pollingConfig?.timeoutIn == "0s" && !ended.mediaItemsSet)
            #expect(ended.picker.itemCount == 0 && ended.picker.byteTotal == 0 && ended.picker.state == state.rawValue)
        }
    }

    @Test("has the usual limit where the owner's own page set none")
    func unlimited() {
        let client = Client(identifier: 1, name: "notes", origin: nil, added: Self.start, revoked: nil)
        let session = StoredSession(
            identifier: "s1", client: client, library: "/photos", configuration: .unrestricted, state: .pending,
            count: 0, byteTotal: 0, created: Self.start, deadline: Self.start, expires: Self.start, ended: nil)
        let resource = SessionResource(session, base: "", now: Self.start)
        #expect(resource.pickingConfig.maxItemCount == "2000" && resource.picker.wholeAlbums)
    }
}

@Suite("An item as its client reads it")
struct ItemResourceTests {
    private func asset(_ name: String, _ contentType: String, _ type: MediaType, hasPlace: Bool = false) -> Asset {
        var asset = Asset(
            localIdentifier: "a1", filename: name, path: AssetPath(name), contentType: contentType, mediaType: type)
        (asset.pixelWidth, asset.pixelHeight) = (40, 30)
        asset.location = hasPlace ? Location(latitude: 1, longitude: 2) : nil
        return asset
    }

    @Test("is a photo, a video or neither, with what belongs to that")
    func kinds() throws {
        func item(_ type: MediaType) -> MediaItemResource {
            MediaItemResource(
                asset("a", "public.jpeg", type), camera: nil, facts: nil,
                file: DownloadedFile(filename: "a.jpg", mimeType: "image/jpeg"), baseURL: "https://h/media/x")
        }
        let photo = item(.image)
        #expect(photo.type == "PHOTO" && photo.id == "a1" && photo.createTime == nil)
        #expect(photo.mediaFile.baseUrl == "https://h/media/x" && photo.mediaFile.filename == "a.jpg")
        let facts = photo.mediaFile.mediaFileMetadata
        #expect(facts.width == 40 && facts.height == 30 && facts.photoMetadata != nil && facts.videoMetadata == nil)
        let video = item(.video)
        #expect(video.type == "VIDEO" && video.mediaFile.mediaFileMetadata.photoMetadata == nil)
        #expect(video.mediaFile.mediaFileMetadata.videoMetadata?.processingStatus == "READY")
        #expect(item(.audio).type == "TYPE_UNSPECIFIED" && item(.unknown).type == "TYPE_UNSPECIFIED")
    }

    private struct Download: Sendable {
        let name: String
        let contentType: String
        var type = MediaType.image
        var hasPlace = false
        var mode = RepresentationMode.current
        let expected: String
    }

    private static let downloads = [
        Download(name: "a.heic", contentType: "public.heic", expected: "a.heic image/heic"),
        Download(name: "a.heic", contentType: "public.heic", hasPlace: true, expected: "a.jpg image/jpeg"),
        Download(name: "a.heic", contentType: "public.heic", mode: .compatible, expected: "a.jpg image/jpeg"),
        Download(name: "a.JPG", contentType: "public.jpeg", hasPlace: true, expected: "a.JPG image/jpeg"),
        Download(name: "a.JPG", contentType: "public.jpeg", mode: .compatible, expected: "a.JPG image/jpeg"),
        Download(name: "a.png", contentType: "public.png", hasPlace: true, expected: "a.png image/png"),
        Download(name: "a.png", contentType: "public.png", mode: .compatible, expected: "a.png image/png"),
        Download(name: "a.gif", contentType: "com.compuserve.gif", mode: .compatible, expected: "a.gif image/gif"),
        Download(name: "a.gif", contentType: "com.compuserve.gif", hasPlace: true, expected: "a.jpg image/jpeg"),
        Download(name: "a.webp", contentType: "public.webp", mode: .compatible, expected: "a.webp image/webp"),
        Download(name: "a.tiff", contentType: "public.tiff", mode: .compatible, expected: "a.jpg image/jpeg"),
        Download(
            name: "a.mp4", contentType: "public.mpeg-4", type: .video, hasPlace: true, mode: .compatible,
            expected: "a.mp4 video/mp4"),
        Download(
            name: "a.mov", contentType: "com.apple.quicktime-movie", type: .video, expected: "a.mov video/quicktime"),
        Download(
            name: "a.mov", contentType: "com.apple.quicktime-movie", type: .video, hasPlace: true,
            expected: "a.mp4 video/mp4"),
        Download(
            name: "a.mov", contentType: "com.apple.quicktime-movie", type: .video, mode: .compatible,
            expected: "a.mp4 video/mp4"),
        Download(
            name: "a.wav", contentType: "com.microsoft.waveform-audio", type: .audio, hasPlace: true,
            mode: .compatible, expected: "a.wav application/octet-stream"),
    ]

    @Test("has the name and the type of the file that a download gives, which tells no place")
    func names() {
        for download in Self.downloads {
            let asset = asset(download.name, download.contentType, download.type, hasPlace: download.hasPlace)
            let file = DownloadedFile(of: asset, download.mode)
            #expect("\(file.filename) \(file.mimeType)" == download.expected, "\(download)")
        }
    }
}

@Suite("Records as the owner's page reads them")
struct RecordsDocumentTests {
    private func records(_ identifiers: [Int64]) -> [AccessRecord] {
        identifiers.map {
            AccessRecord(
                identifier: $0, time: Timestamp(milliseconds: 0), event: .clientAdded, client: "notes", library: nil,
                title: nil, count: 0, byteTotal: 0)
        }
    }

    @Test("lead on from the last one while a page is full")
    func pages() {
        #expect(RecordsDocument(records([9, 7, 4]), limit: 3).next == 4)
        #expect(RecordsDocument(records([9, 7]), limit: 3).next == nil)
        #expect(RecordsDocument(records([9, 7]), limit: 3).records.count == 2)
        #expect(RecordsDocument([], limit: 3).next == nil)
    }
}

@Suite("The addresses that programs ask, for which no page of another site can have a token")
struct ClientPathTests {
    @Test(
        "are those of the interface",
        arguments: [
            "/v1/sessions", "/v1/", "/media/x=d", "/$discovery/rest", "/openapi.json", "/picker.js", "/picker.d.ts",
        ])
    func served(path: String) { #expect(ClientRoutes.serves(path)) }

    @Test(
        "are no others, which a browser asks with its owner's cookie",
        arguments: [
            "/", "", "/v1", "/media", "/v2/sessions", "/picker/v1/session", "/picker/v1/", "/page/picker.js",
            "/picker.js/x", "/openapi.json/", "/V1/sessions", "//v1/sessions", "/signin",
        ])
    func others(path: String) { #expect(!ClientRoutes.serves(path)) }
}
