import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("Fetches equal a look at every asset")
struct FetchModelTests {
    @Test("Fetches equal a look at every asset of the whole library, with any options, in any window", arguments: 1...4)
    func library(seed: Int) async throws {
        try await check(seed) { _ in (.all, { _ in true }) }
    }

    @Test("Fetches equal a look at every asset of a folder", arguments: 5...7)
    func folder(seed: Int) async throws {
        try await check(seed) { random in
            let identifier = random.fixture.root.identity.collection(folder: Array("Rome".utf8)).text
            return (.collection(identifier), { $0.files.folder == Array("Rome".utf8) })
        }
    }

    @Test(
        "Fetches equal a look at every asset of a smart album",
        arguments: [SmartAlbum.favorites, .videos, .livePhotos, .raw, .panoramas, .selfies])
    func smartAlbum(_ album: SmartAlbum) async throws {
        try await check(8 + album.rawValue.count) { random in
            let identifier = random.fixture.root.identity.collection(smartAlbum: album.rawValue).text
            return (.collection(identifier), { album.contains(AssetKind($0.asset, isSelfie: $0.isSelfie)) })
        }
    }

    @Test("Fetches equal a look at every asset of the day that the calendar showed", arguments: 20...22)
    func moment(seed: Int) async throws {
        try await check(seed) { random in
            let day = Self.localDay(random.drafts[random.drafts.count / 2])
            return (.collection(random.fixture.root.identity.moment(day: day).text), { Self.localDay($0) == day })
        }
    }

    @Test("Fetches equal a look at every asset of identifiers, in the order given")
    func identifiers() async throws {
        try await onThread {
            let random = try RandomIndex(seed: 23, count: 300)
            var generator = SeededGenerator(seed: 24)
            for _ in 0..<TestExtent.choose(10, all: 30) {
                let given = random.drafts.shuffled(using: &generator).prefix(100)
                let options = FetchOptions.random(&generator, moment: RandomIndex.fewDays)
                let names = given.map(\.asset.localIdentifier) + ["", "unknown", given[0].asset.localIdentifier]
                let ordered = given.sorted(by: Model.isBeforeByDefault)
                let expected = Model.fetch(options.sort.isEmpty ? Array(given) : ordered, options)
                try Self.expect(random.photoIndex.fetch(.identifiers(names), options), expected, &generator)
            }
        }
    }

    private func check(
        _ seed: Int,
        scope: @escaping @Sendable (RandomIndex) -> (FetchScope, (AssetDraft) -> Bool)
    ) async throws {
        try await onThread {
            let random = try RandomIndex(seed: UInt64(seed), count: 400)
            var generator = SeededGenerator(seed: UInt64(seed) &* 77)
            let (scope, isInside) = scope(random)
            for _ in 0..<TestExtent.choose(10, all: 40) {
                let options = FetchOptions.random(&generator, moment: RandomIndex.fewDays)
                let expected = Model.fetch(random.drafts.filter(isInside), options)
                try Self.expect(random.photoIndex.fetch(scope, options), expected, &generator)
            }
        }
    }

    static func expect(
        _ fetch: IndexFetch, _ expected: [AssetDraft], _ generator: inout SeededGenerator
    ) throws {
        let assets = expected.map(\.asset)
        #expect(try fetch.count() == assets.count)
        #expect(try fetch.assets() == assets)
        let offset = Int(generator.next() % UInt64(assets.count + 2))
        let length = Int(generator.next() % 50)
        #expect(try fetch.assets(offset, length) == Array(assets.dropFirst(offset).prefix(length)))
        guard let asset = assets.randomElement(using: &generator) else { return }
        #expect(try fetch.index(of: asset) == assets.firstIndex(of: asset))
        let some = assets.shuffled(using: &generator).prefix(20)
        #expect(
            try fetch.indexes(of: some.map(\.localIdentifier) + ["x"])
                == some.map { assets.firstIndex(of: $0) } + [nil])
    }

    static func localDay(_ draft: AssetDraft) -> Int64 {
        DayCountKey.localDay(
            of: draft.asset.creation?.time ?? Timestamp(milliseconds: 0),
            offsetMinutes: draft.asset.creation?.offsetMinutes)
    }
}
