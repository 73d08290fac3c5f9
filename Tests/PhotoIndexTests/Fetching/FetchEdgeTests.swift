import GRDB
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("Fetches of unusual libraries")
struct FetchEdgeTests {
    @Test("Fetches of unusual libraries find places in a day of thousands, both ways and filtered")
    func heavyDays() async throws {
        try await onThread {
            let random = try RandomIndex(seed: 31, count: 6600) { generator in
                let isHeavy = generator.next() % 10 < 7
                return (isHeavy ? 5 : Int64(generator.next() % 9)) * RandomIndex.day
                    + Int64(generator.next() % 20) * 60_000
            }
            var generator = SeededGenerator(seed: 32)
            for _ in 0..<6 {
                var options = FetchOptions.random(&generator) { generator in
                    5 * RandomIndex.day + Int64(generator.next() % 20) * 60_000
                }
                options.sort = generator.next() % 2 == 0 ? [] : [SortKey(.creationTime, isDescending: true)]
                options.limit = nil
                let fetch = try random.photoIndex.fetch(.all, options)
                try FetchModelTests.expect(fetch, Model.fetch(random.drafts, options), &generator)
            }
        }
    }

    @Test("Fetches of unusual libraries take the first and the last moment that there are")
    func extremes() async throws {
        try await onThread {
            let moments: [Int64] = [.min, .min + 1, -86_400_001, -86_400_000, -1, 0, 1, .max - 1, .max]
            let random = try RandomIndex(seed: 33, count: 200) { moments[Int($0.next() % 9)] }
            var generator = SeededGenerator(seed: 34)
            for _ in 0..<40 {
                let options = FetchOptions.random(&generator) { moments[Int($0.next() % 9)] }
                let fetch = try random.photoIndex.fetch(.all, options)
                try FetchModelTests.expect(fetch, Model.fetch(random.drafts, options), &generator)
            }
        }
    }

    @Test("Fetches of unusual libraries that name files end when they are cancelled, also if no file is there")
    func cancelledPaths() throws {
        let fixture = try IndexFixture()
        let paths = (0..<20).map { AssetPath(bytes: Array("gone/\($0).jpg".utf8)) }
        let fetch = try fixture.photoIndex.fetch(.assets(.paths(paths)), FetchOptions())
        var checks = 0
        let cancellation = Cancellation {
            checks += 1
            return checks > 10 ? .cancelled : nil
        }
        #expect {
            try fetch.count(cancellation: cancellation)
        } throws: { error in
            if case IndexError.stopped(.cancelled) = error { true } else { false }
        }
    }

    @Test("Fetches of unusual libraries of rare assets know how many others lie between two of them")
    func gaps() throws {
        let fixture = try IndexFixture()
        let drafts = (0..<120).map { number in
            fixture.draft("\(number).jpg", created: Int64(number / 10) * RandomIndex.day) {
                $0.asset.isFavorite = [0, 55, 119].contains(number)
            }
        }
        try fixture.put(drafts)
        var options = FetchOptions()
        options.favoritesOnly = true
        let days = try fixture.photoIndex.pool.read { database in
            let kinds = try KindCounts(database).list(KindFilter(options: options))
            return try KeysetOrder(path: .library, kinds: kinds, moments: .min ... .max).readDays(database)
        }
        #expect(days.map(\.day) == [0, 5, 11] && days.map(\.start) == [0, 1, 2])
        #expect(days.map(\.passed) == [0, 50, 110] && days.map(\.total) == [10, 10, 10])
        let found = try fixture.photoIndex.fetch(.all, options)
        var names: [String] = []
        try found.window(offset: 0, length: 10) { asset in
            names.append(asset.filename)
            return true
        }
        #expect(names == ["0.jpg", "55.jpg", "119.jpg"])
    }

    @Test("Fetches of unusual libraries of an empty library are empty")
    func empty() throws {
        let fixture = try IndexFixture()
        for scope in [FetchScope.all, .identifiers(["a"]), .paths([AssetPath("a.jpg")])] {
            let fetch = try fixture.photoIndex.fetch(scope)
            #expect(try fetch.count() == 0)
            #expect(try fetch.assets().isEmpty)
            #expect(try fetch.index(of: "x") == nil)
        }
    }

    @Test("Fetches of unusual libraries of a collection that does not exist throw, of a list of albums are empty")
    func unknownCollection() throws {
        let fixture = try IndexFixture()
        try fixture.put([fixture.draft("Rome/2019/a.jpg", created: 0)])
        for identifier in ["", "x", fixture.root.identity.collection(folder: Array("Oslo".utf8)).text] {
            #expect {
                try fixture.photoIndex.fetch(.collection(identifier))
            } throws: {
                if case IndexError.notFound = $0 { true } else { false }
            }
        }
        let list = fixture.root.identity.collectionList(folder: Array("Rome".utf8)).text
        #expect(try fixture.photoIndex.fetch(.collection(list)).count() == 0)
    }

    @Test("Fetches of unusual libraries show what is hidden in the album of that, and nowhere else unless asked")
    func hidden() throws {
        let fixture = try IndexFixture()
        try fixture.put([
            fixture.draft("a.jpg", created: 0) { $0.asset.isHidden = true }, fixture.draft("b.jpg", created: 0),
        ])
        let album = fixture.root.identity.collection(smartAlbum: "hidden").text
        #expect(try fixture.photoIndex.fetch(.collection(album)).assets().map(\.filename) == ["a.jpg"])
        #expect(try fixture.photoIndex.fetch(.all).assets().map(\.filename) == ["b.jpg"])
    }

    @Test("Fetches of unusual libraries give what came in the last thirty days, the newest first")
    func recentlyAdded() throws {
        let fixture = try IndexFixture()
        try fixture.put(
            [100, 71, 70, 99].map { day in
                fixture.draft("\(day).jpg", created: 0) {
                    $0.added = Timestamp(milliseconds: day * RandomIndex.day + 5)
                }
            })
        let album = fixture.root.identity.collection(smartAlbum: "recently-added").text
        let fetch = try fixture.photoIndex.fetch(.collection(album))
        #expect(try fetch.assets().map(\.filename) == ["100.jpg", "99.jpg", "71.jpg"])
        #expect(try fetch.assets(1, 1).map(\.filename) == ["99.jpg"])
        #expect(try fetch.index(of: try fetch.assets()[2]) == 2)
        let sorted = FetchOptions(sort: [SortKey(.filename)])
        #expect(
            try fixture.photoIndex.fetch(.collection(album), sorted).assets().map(\.filename)
                == ["71.jpg", "99.jpg", "100.jpg"])
    }
}
