import PhotoCatalog
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("Fetches equal a look at every asset")
struct FetchModelTests {
    @Test("of the whole library, with any options, in any window", arguments: 1...4)
    func library(seed: Int) async throws {
        try await check(seed) { _ in (.all, { _ in true }) }
    }

    @Test("of a folder", arguments: 5...7)
    func folder(seed: Int) async throws {
        try await check(seed) { random in
            let identifier = random.fixture.root.identity.collection(folder: Array("Rome".utf8)).text
            return (.collection(identifier), { $0.files.folder == Array("Rome".utf8) })
        }
    }

    @Test("of a smart album", arguments: [SmartAlbum.favorites, .videos, .livePhotos, .raw, .panoramas, .selfies])
    func smartAlbum(_ album: SmartAlbum) async throws {
        try await check(8 + album.rawValue.count) { random in
            let identifier = random.fixture.root.identity.collection(smartAlbum: album.rawValue).text
            return (.collection(identifier), { album.contains(AssetKind($0.asset, isSelfie: $0.isSelfie)) })
        }
    }

    @Test("of the day that the calendar showed", arguments: 20...22)
    func moment(seed: Int) async throws {
        try await check(seed) { random in
            let day = Self.localDay(random.drafts[random.drafts.count / 2])
            return (.collection(random.fixture.root.identity.moment(day: day).text), { Self.localDay($0) == day })
        }
    }

    @Test("of identifiers, in the order given")
    func identifiers() async throws {
        try await onThread {
            let random = try RandomCatalog(seed: 23, count: 300)
            var generator = SeededGenerator(seed: 24)
            for _ in 0..<30 {
                let given = random.drafts.shuffled(using: &generator).prefix(100)
                let options = FetchOptions.random(&generator, moment: RandomCatalog.fewDays)
                let names = given.map(\.asset.localIdentifier) + ["", "nobody", given[0].asset.localIdentifier]
                let natural = given.sorted(by: Model.isNaturallyBefore)
                let expected = Model.fetch(options.sort.isEmpty ? Array(given) : natural, options)
                try Self.expect(random.catalog.fetch(.identifiers(names), options), expected, &generator)
            }
        }
    }

    private func check(
        _ seed: Int,
        scope: @escaping @Sendable (RandomCatalog) -> (FetchScope, (AssetDraft) -> Bool)
    ) async throws {
        try await onThread {
            let random = try RandomCatalog(seed: UInt64(seed), count: 400)
            var generator = SeededGenerator(seed: UInt64(seed) &* 77)
            let (scope, isInside) = scope(random)
            for _ in 0..<40 {
                let options = FetchOptions.random(&generator, moment: RandomCatalog.fewDays)
                let expected = Model.fetch(random.drafts.filter(isInside), options)
                try Self.expect(random.catalog.fetch(scope, options), expected, &generator)
            }
        }
    }

    static func expect(
        _ fetch: CatalogFetch, _ expected: [AssetDraft], _ generator: inout SeededGenerator
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
            try fetch.indexes(of: some.map(\.localIdentifier) + ["x"], check: {})
                == some.map { assets.firstIndex(of: $0) } + [nil])
    }

    static func localDay(_ draft: AssetDraft) -> Int64 {
        TallyPlace.localDay(
            of: draft.asset.creation?.time ?? Timestamp(milliseconds: 0),
            offsetMinutes: draft.asset.creation?.offsetMinutes)
    }
}
