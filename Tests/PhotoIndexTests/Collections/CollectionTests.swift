import Imaging
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("Collections of an index")
struct CollectionTests {
    @Test("Collections of an index are nested as the folders are, without those that hold nothing")
    func nesting() throws {
        let fixture = try IndexFixture()
        try fixture.put(
            [
                "top.jpg", "Rome/a.jpg", "Rome/2019/b.jpg", "Trips/9 Oslo/c.jpg", "Trips/10 Bonn/d.jpg",
                "DCIM/100X/e.jpg",
            ]
            .map { fixture.draft($0, created: 0) })
        try fixture.put([fixture.draft("Gone/x/y.jpg", created: 0)])
        try fixture.remove("Gone/x/y.jpg")
        #expect(
            try Self.outline(fixture, under: nil, depth: 0) == [
                "album library", "folder DCIM", "  event 100X", "album Rome", "folder Rome", "  album 2019",
                "folder Trips", "  album 9 Oslo", "  album 10 Bonn",
            ])
    }

    @Test("Collections of an index are listed folder by folder without a look at all folders for each")
    func manyFolders() throws {
        let fixture = try IndexFixture()
        try fixture.put((0..<1500).map { fixture.draft("\($0)/in/a.jpg", created: 0) })
        let start = threadSeconds()
        let lists = try fixture.photoIndex.collections(under: nil, types: CollectionTypes(.folder))
        var albums = 0
        for list in lists {
            albums += try fixture.photoIndex.collections(under: list.localIdentifier, types: .any).count
        }
        #expect(threadSeconds() - start < 20)
        #expect(lists.count == 1500 && albums == 1500)
        try fixture.remove("7/in/a.jpg")
        #expect(try fixture.photoIndex.collections(under: nil, types: CollectionTypes(.folder)).count == 1499)
    }

    @Test("Collections of an index are listed until that is cancelled, which is asked for each")
    func cancelled() throws {
        let fixture = try IndexFixture()
        try fixture.put((0..<50).map { fixture.draft("\($0)/a.jpg", created: 0) })
        var checks = 0
        let cancellation = Cancellation {
            checks += 1
            return checks < 40 ? nil : .closed
        }
        #expect {
            try fixture.photoIndex.collections(under: nil, types: .any, cancellation: cancellation)
        } throws: { error in
            if case IndexError.stopped(.closed) = error { true } else { false }
        }
    }

    private static func outline(_ fixture: IndexFixture, under parent: String?, depth: Int) throws -> [String] {
        var lines: [String] = []
        for record in try fixture.photoIndex.collections(under: parent, types: .any)
        where record.type != .smartAlbum {
            #expect(record.parent == parent)
            #expect(try fixture.photoIndex.collection(record.localIdentifier) == record)
            lines.append(String(repeating: "  ", count: depth) + "\(record.type.name) \(record.title)")
            guard record.type == .folder else { continue }
            lines += try outline(fixture, under: record.localIdentifier, depth: depth + 1)
        }
        return lines
    }

    @Test(
        "Collections of an index count what a fetch of them gives, and know its first and last moment", arguments: 1...3
    )
    func counts(seed: Int) async throws {
        try await onThread {
            let random = try RandomIndex(seed: UInt64(seed), count: 400)
            let photoIndex = random.photoIndex
            defer { withExtendedLifetime(random) {} }
            let top = try photoIndex.collections(under: nil, types: .any)
            let lists = top.filter { $0.type == .folder }
            let inside = try lists.flatMap {
                try photoIndex.collections(under: $0.localIdentifier, types: .any)
            }
            let moments = try photoIndex.collections(under: nil, types: CollectionTypes(.moment))
            #expect(moments.count > 10)
            let days = random.drafts.filter { !$0.asset.isHidden }.map(FetchModelTests.localDay)
            let identity = random.fixture.root.identity
            #expect(moments.map(\.localIdentifier) == Set(days).sorted().map { identity.moment(day: $0).text })
            for record in top + inside + moments where record.type != .folder {
                let assets = try photoIndex.fetch(.collection(record.localIdentifier)).assets()
                #expect(record.estimatedCount == assets.count)
                #expect(try photoIndex.collection(record.localIdentifier) == record)
                guard record.subtype != .recentlyAdded else { continue }
                #expect(record.startTime == assets.first?.creation?.time)
                #expect(record.endTime == assets.last?.creation?.time)
            }
        }
    }

    @Test("Collections of an index are the smart albums that hold something, in a fixed order, and the camera roll")
    func smartAlbums() throws {
        let fixture = try IndexFixture()
        let smart = { try fixture.photoIndex.collections(under: nil, types: CollectionTypes(.smartAlbum)) }
        #expect(try smart().map(\.subtype) == [.cameraRoll])
        let roll = try fixture.photoIndex.cameraRoll()
        #expect(roll.localIdentifier == fixture.root.identity.collection(smartAlbum: "camera-roll").text)
        #expect(roll.title == "Camera Roll")
        #expect(roll.estimatedCount == 0)
        try fixture.put([
            fixture.draft("a.jpg", created: 0) {
                $0.asset.isFavorite = true
                $0.isSelfie = true
            },
            fixture.draft("b.mov", created: 0) {
                $0.asset.mediaType = .video
                $0.asset.mediaSubtypes = [.highFrameRate, .timelapse]
            },
            fixture.draft("c.jpg", created: 0) {
                $0.asset.mediaSubtypes = [.livePhoto, .raw, .panorama, .screenshot, .burst]
            },
            fixture.draft("d.jpg", created: 0) { $0.asset.isHidden = true },
        ])
        #expect(
            try smart().map(\.subtype) == [
                .cameraRoll, .favorites, .videos, .livePhotos, .raw, .panoramas, .screenshots, .selfies, .bursts,
                .sloMo,
                .timelapses, .recentlyAdded, .hidden,
            ])
        #expect(try smart().map(\.estimatedCount) == [3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1])
    }

    @Test("Collections of an index of a day are called by it, and are given when they are named")
    func moments() throws {
        let fixture = try IndexFixture()
        try fixture.put([fixture.draft("a.jpg", created: 1_563_140_000_000, offsetMinutes: 120)])
        let all = try fixture.photoIndex.collections(under: nil, types: .any)
        #expect(!all.contains { $0.type == .moment })
        let named = try fixture.photoIndex.collections(under: nil, types: CollectionTypes(.moment))
        #expect(named.map(\.title) == ["14 July 2019"])
    }

    @Test("Collections of an index that are not there are not found")
    func unknown() throws {
        let fixture = try IndexFixture()
        try fixture.put([fixture.draft("Rome/2019/a.jpg", created: 0)])
        let identity = fixture.root.identity
        let rome = Array("Rome".utf8)
        let names = [
            "", "x", identity.collection(folder: rome).text, identity.moment(day: 5).text,
            identity.collectionList(folder: Array("Rome/2019".utf8)).text, identity.collectionList(folder: []).text,
        ]
        for name in names { Self.expectNotFound { try fixture.photoIndex.collection(name) } }
        let album = identity.collection(folder: Array("Rome/2019".utf8)).text
        for name in names + [album, identity.collection(smartAlbum: "camera-roll").text] {
            Self.expectNotFound { try fixture.photoIndex.collections(under: name, types: .any) }
            Self.expectNotFound {
                try fixture.photoIndex.collections(under: name, types: CollectionTypes(.smartAlbum))
            }
        }
    }

    private static func expectNotFound<Result>(_ body: () throws -> Result) {
        #expect {
            _ = try body()
        } throws: {
            if case IndexError.notFound = $0 { true } else { false }
        }
    }
}

extension Timestamp {
    fileprivate static let first = Timestamp(milliseconds: .min)
}
