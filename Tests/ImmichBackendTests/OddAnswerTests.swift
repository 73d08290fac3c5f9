import BackendKit
import Foundation
import PhotoModel
import Platform
import Testing

@testable import ImmichServing

@Suite(
    "Odd answers, which are no reason to end", .mayBlock, .enabled(if: FakeImmich.isAvailable, FakeImmich.explanation))
struct OddAnswerTests {
    private func error(_ body: () throws(PhotoError) -> Void) -> PhotoError? {
        do throws(PhotoError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test("Numbers that no library has are no numbers, and are neither added up nor given memory")
    func numbers() throws {
        let server = try FakeImmich(["--synthetic", "20"])
        let library = try server.open(["people": "yes"])
        var everything = FetchOptions()
        everything.hidden = .include
        for total in [9.2e18, 1e13, 3e9, -1] {
            try server.fault("other-values", ["values": JSON(["total": .number(total), "assetCount": .number(total)])])
            library.shelves.outdate()
            let smart = try library.entries(BackendCall()).prefix(5)
            #expect(smart.allSatisfy { $0.collection.estimatedCount == nil }, "\(total)")
            #expect(error { () throws(PhotoError) in _ = try library.assets(.all, everything) }?.status == .unsupported)
            let fetch = try library.fetch(.all, options: FetchOptions(), call: BackendCall())
            #expect(error { () throws(PhotoError) in _ = try fetch.count(call: BackendCall()) }?.status == .unsupported)
            #expect(
                error { () throws(PhotoError) in try library.changes(since: nil, call: BackendCall()) { _ in .more } }?
                    .status == .unsupported)
            try server.repair()
        }
        try server.fault("other-values", ["values": JSON(["total": .number(2e9)])])
        let fetch = try library.fetch(.all, options: FetchOptions(), call: BackendCall())
        #expect(
            error { () throws(PhotoError) in try fetch.days(call: BackendCall()) { _ in .more } }?.status
                == .unsupported)
    }

    @Test("A photo of the year 20024 is listed with the others, in its place")
    func years() throws {
        let server = try FakeImmich(["--synthetic", "600"])
        let count = try server.open().assets().count
        for date in [JSON.text("+020024-05-01T00:00:00.000Z"), .null, .text("0000-00-00")] {
            try server.fault(
                "other-values", ["path": .text("/search/metadata"), "values": JSON(["fileCreatedAt": date])])
            #expect(try server.open().assets().count == count)
            try server.repair()
        }
        let id = JSON.text("af8b8a1d-b26e-4f13-90e4-5bb70f28c2d8")
        let long = JSON(["id": id, "fileCreatedAt": .text("2024-05-01T10:00:00Z"), "duration": .number(1e300)])
        #expect(AssetRecord(long)?.duration == nil)
    }

    @Test("An answer with headers after its body is whole")
    func trailers() throws {
        let server = try FakeImmich(["--synthetic", "20"])
        let library = try server.open()
        try server.fault("trailers")
        #expect(try library.assets().count == 20)
        try server.repair()
        try server.fault("trailers", ["path": .text("/search"), "set": JSON(["X": .text("y")])])
        #expect(try library.assets().count == 20)
    }

    @Test("Why a part of a file cannot be read is said, however small the part is")
    func smallParts() throws {
        let server = try FakeImmich(["--synthetic", "30"])
        let library = try server.open()
        let asset = try #require(try library.assets(.all, FetchOptions(mediaTypes: .image)).first)
        let request = ReadRequest(localIdentifier: asset.localIdentifier, representation: 0, offset: 7, count: 5)
        let long = String(repeating: "Not there. ", count: 40)
        let cases: [(status: Double, message: String, expected: PhotoStatus)] = [
            (404, long, .notFound), (403, "Missing required permission: asset.download", .accessDenied),
            (401, long, .signInRequired), (500, long, .busy), (416, long, .changed),
        ]
        for each in cases {
            try server.fault(
                "status",
                ["path": .text("/original"), "status": .number(each.status), "message": .text(each.message)])
            let found = error { () throws(PhotoError) in _ = try library.read(request, call: BackendCall()) }
            #expect(found?.status == each.expected, "\(each.status): \(found?.message ?? "")")
            try server.repair()
        }
        #expect(try library.read(request, call: BackendCall()).count == 5)
    }

    @Test("Another part of a file than the one that was asked for is none of it")
    func otherParts() throws {
        let server = try FakeImmich(["--synthetic", "30"])
        let library = try server.open()
        let asset = try #require(try library.assets(.all, FetchOptions(mediaTypes: .image)).first)
        let request = ReadRequest(localIdentifier: asset.localIdentifier, representation: 0, offset: 7, count: 5)
        for range in ["bytes 0-4/\(asset.byteSize)", "bytes 0-4/*"] {
            try server.fault("headers", ["path": .text("/original"), "set": JSON(["Content-Range": .text(range)])])
            let found = error { () throws(PhotoError) in _ = try library.read(request, call: BackendCall()) }
            #expect(found?.status == .unsupported)
            try server.repair()
        }
        let right = JSON(["Content-Range": .text("bytes 7-11/*")])
        try server.fault("headers", ["path": .text("/original"), "set": right])
        #expect(try library.read(request, call: BackendCall()).count == 5)
    }

    @Test("A large answer that takes its time does not set the clock back")
    func clocks() throws {
        let server = try FakeImmich(["--synthetic", "30"])
        let library = try server.open()
        let asset = try #require(try library.assets(.all, FetchOptions(mediaTypes: .image)).first)
        func lead() -> Int64 { library.server.now.milliseconds - WallTime.now / 1_000_000 }
        let size = Double(asset.byteSize)
        try server.fault(
            "trickle",
            ["path": .text("/original"), "bytes": .number((size / 6).rounded(.up)), "everyMs": .number(600)])
        let request = ReadRequest(
            localIdentifier: asset.localIdentifier, representation: 0, offset: 0, count: Int(asset.byteSize))
        #expect(try library.read(request, call: BackendCall()).count == Int(asset.byteSize))
        #expect(abs(lead()) < 1_000)
        try server.repair()
        for hours in [2.0, -3, 0] {
            try server.fault("date", ["addSeconds": .number(hours * 3_600)])
            _ = try library.server.document(.get("/albums"), BackendCall())
            #expect(abs(lead() - Int64(hours * 3_600_000)) < 2_100, "\(lead())")
            try server.repair()
        }
    }

    @Test("A server that lets connections go while it starts is away, and not another kind of server")
    func starting() throws {
        let listener = try ClosingListener()
        let request = OpenRequest(
            location: Array("immich+https://127.0.0.1:\(listener.port)".utf8), settings: ["api-key": "x"])
        let found = error { () throws(PhotoError) in
            _ = try ImmichBackend(host: BackendHost()).openLibrary(request, call: BackendCall())
        }
        #expect(found?.status == .offline, "\(found?.message ?? "no error")")
    }

    @Test("A proxy that wants a sign-in of its own is not taken for Immich that does not know the key")
    func proxies() throws {
        let server = try FakeImmich(["--synthetic", "5"])
        try server.fault("status", ["status": .number(401), "text": .text("<html>")])
        let found = error { () throws(PhotoError) in _ = try server.open() }
        #expect(found?.status == .accessDenied && found?.message.contains("sign-in of its own") == true)
        try server.repair()
        let library = try server.open()
        for (status, expected) in [(408.0, PhotoStatus.busy), (425, .busy)] {
            try server.fault("status", ["path": .text("/search"), "status": .number(status), "text": .text("<html>")])
            #expect(error { () throws(PhotoError) in _ = try library.assets() }?.status == expected)
            try server.repair()
        }
        let away = "/oauth2/start?rd=https://photos.example/api"
        try server.fault("redirect", ["path": .text("/search"), "to": .text(away)])
        let led = error { () throws(PhotoError) in _ = try library.assets() }
        #expect(led?.status == .unsupported && led?.message.contains("cannot be followed") == true)
        try server.repair()
        try server.fault("redirect", ["path": .text("/albums"), "to": .text(away)])
        // It is followed: nothing is there, which is said.
        let missing = error { () throws(PhotoError) in
            _ = try library.server.document(.get("/albums"), BackendCall())
        }
        #expect(missing?.status == .notFound)
    }

    @Test("A Live Photo whose video is gone is a photo")
    func lostVideo() throws {
        let server = try FakeImmich(["--synthetic", "200"])
        let library = try server.open()
        let film = try #require(try library.assets(.all, FetchOptions(mediaTypes: .video)).first)
        let video = try #require(ImmichID(film.localIdentifier, prefix: "a"))
        let link = JSON(["livePhotoVideoId": .text(video.uuid)])
        try server.fault("other-values", ["path": .text("/assets/|/search"), "values": link])
        let asset = try #require(try library.assets(.all, FetchOptions(mediaTypes: .image)).first)
        #expect(asset.mediaSubtypes.contains(.livePhoto))
        let whole = try library.details(of: asset.localIdentifier, call: BackendCall())
        #expect(whole.representations.map(\.role) == [.photo, .pairedVideo])
        try server.repair()
        let lost = JSON.text("Not found or no asset.read access")
        try server.fault("status", ["path": .text(video.uuid), "status": .number(400), "message": lost])
        try server.fault("other-values", ["path": .text("/assets/"), "values": link])
        let alone = try library.details(of: asset.localIdentifier, call: BackendCall())
        #expect(alone.representations.map(\.role) == [.photo] && alone.asset.representationCount == 1)
        #expect(!alone.asset.mediaSubtypes.contains(.livePhoto))
    }

    @Test("More people than a page has are all shown")
    func manyPeople() throws {
        let server = try FakeImmich(["--synthetic", "40", "--people", "0"])
        for number in 0..<503 {
            try server.control("POST", "/change", JSON(["op": .text("add-person"), "name": .text("P\(number)")]))
        }
        func people() throws -> [String] {
            try server.open(["people": "yes"]).entries(BackendCall()).map(\.collection.localIdentifier).filter {
                $0.hasPrefix("cp")
            }
        }
        #expect(try people().count == 503 && Set(people()).count == 503)
        // One that has always another page.
        try server.fault("other-values", ["path": .text("/people"), "values": JSON(["hasNextPage": .bool(true)])])
        #expect(try people().count == 503)
    }

    @Test("A search whose smart part is cut off still finds names")
    func smartSearch() throws {
        let server = try FakeImmich(["--synthetic", "50"])
        let library = try server.open()
        let name = try #require(try library.assets().last).filename
        for fault in ["close", "reset"] {
            try server.fault(fault, ["path": .text("/search/smart")])
            let found = try library.search(name, .all, options: FetchOptions(), call: BackendCall()).assets()
            #expect(found.first?.filename == name)
            try server.repair()
        }
    }

    @Test("Where the original cannot be read, the preview is shown")
    func unreadableOriginals() throws {
        let server = try FakeImmich(["--synthetic", "60"])
        let library = try server.open()
        let asset = try #require(
            try library.assets(.all, FetchOptions(mediaTypes: .image)).first { $0.contentType == "public.jpeg" })
        func image() throws(PhotoError) -> [ImageFile] {
            var files: [ImageFile] = []
            let options = ImageOptions(targetSize: nil, deliveryMode: .highQualityFormat)
            try library.requestImageFile(of: asset.localIdentifier, options: options, call: BackendCall()) {
                files.append($0)
                return .more
            }
            return files
        }
        for status in [404.0, 500] {
            try server.fault("status", ["path": .text("/original"), "status": .number(status)])
            try server.forgetRequests()
            #expect(try image().count == 1)
            #expect(try server.requests().last?.hasSuffix("/thumbnail") == true)
            try server.repair()
        }
        // A permission can be given, and a pause ends.
        let message = JSON.text("Missing required permission: asset.download")
        try server.fault("status", ["path": .text("/original"), "status": .number(403), "message": message])
        #expect(error { () throws(PhotoError) in _ = try image() }?.status == .accessDenied)
        try server.repair()
        let pause = JSON(["Retry-After": .text("3")])
        try server.fault("status", ["path": .text("/original"), "status": .number(503), "headers": pause])
        #expect(error { () throws(PhotoError) in _ = try image() }?.retryAfter == .seconds(3))
    }

    @Test("Assets that are asked for by name are those of now, though no one observes the library")
    func names() throws {
        let server = try FakeImmich(["--synthetic", "20"])
        let asset = try #require(try server.open().assets().first { !$0.isFavorite })
        let record = try #require(
            try server.open().records(of: [asset.localIdentifier], BackendCall()).first)
        let cache = RecordCache(freshness: 40_000_000)
        cache.remember([record])
        #expect(cache.fresh(record.id) == record)
        pause(milliseconds: 60)
        #expect(cache.fresh(record.id) == nil && cache[record.id] == record)
        cache.remember([record])
        #expect(cache.fresh(record.id) == record)
    }
}
