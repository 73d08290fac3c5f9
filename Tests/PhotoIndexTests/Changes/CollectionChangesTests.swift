import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("Changes of collections since a token")
struct CollectionChangesTests {
    /// What of a collection is shown, and what is in it.
    private struct Shown: Equatable {
        let record: AssetCollection
        let assets: [String]
    }

    private func shown(_ photoIndex: PhotoIndexDatabase) throws -> [String: Shown] {
        var records = try photoIndex.collections(under: nil, types: .any)
        var next = 0
        while next < records.count {
            let record = records[next]
            if record.type == .folder {
                records += try photoIndex.collections(under: record.localIdentifier, types: .any)
            }
            next += 1
        }
        records += try photoIndex.collections(under: nil, types: CollectionTypes(.moment))
        var shown: [String: Shown] = [:]
        for record in records {
            let assets =
                record.type == .folder
                ? [] : try photoIndex.fetch(.collection(record.localIdentifier)).assets().map(\.localIdentifier)
            shown[record.localIdentifier] = Shown(record: record, assets: assets)
        }
        return shown
    }

    private static func told(_ changes: [LibraryChange], _ kind: LibraryChange.Kind) -> Set<String> {
        Set(changes.filter { $0.subject == .collections && $0.kind == kind }.flatMap(\.identifiers))
    }

    @Test("A photo in a new folder makes its album and the list around it, and its removal takes both away")
    func newFolder() throws {
        let fixture = try IndexFixture()
        let identity = fixture.root.identity
        try fixture.put([fixture.draft("old/a.jpg", created: 0)])
        let token = try fixture.photoIndex.currentToken()
        try fixture.put([fixture.draft("trips/rome/b.jpg", created: 86_400_000 * 40)])
        let made = try fixture.photoIndex.changes(since: token)
        let album = identity.collection(folder: Array("trips/rome".utf8)).text
        let list = identity.collectionList(folder: Array("trips".utf8)).text
        #expect(Self.told(made.changes, .inserted) == [album, list, identity.moment(day: 40).text])
        let roll = identity.collection(smartAlbum: "camera-roll").text
        #expect(Self.told(made.changes, .updated).contains(roll) && Self.told(made.changes, .removed) == [])
        try fixture.remove("trips/rome/b.jpg")
        let gone = try fixture.photoIndex.changes(since: made.token).changes
        #expect(Self.told(gone, .removed) == [album, list, identity.moment(day: 40).text])
        // What came and went since the first token is not told; "old" was never touched.
        let all = try fixture.photoIndex.changes(since: token).changes
        #expect(Self.told(all, .inserted) == [] && Self.told(all, .removed) == [])
        #expect(!Self.told(all, .updated).contains(identity.collection(folder: Array("old".utf8)).text))
    }

    @Test("An album that was made and is empty is told as a new collection")
    func emptyAlbum() throws {
        let fixture = try IndexFixture()
        let album = fixture.root.identity.collection(folder: Array("empty".utf8)).text
        let token = try fixture.photoIndex.currentToken()
        try fixture.photoIndex.logMade(collection: album)
        let changes = try fixture.photoIndex.changes(since: token, emptyAlbums: [album]).changes
        #expect(changes == [.inserted([album], of: .collections)])
        // A backend that does not show it has nothing new.
        #expect(try fixture.photoIndex.changes(since: token).changes == [])
    }

    @Test("The first photo in an album that was shown empty is told as an update of the album, not as a new one")
    func filledAlbum() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("old/a.jpg")
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh()
            let path = Array("new".utf8)
            let album = photoIndex.root.identity.collection(folder: path).text
            let before = try photoIndex.currentToken()
            try photoIndex.logMade(collection: album)
            let token = try photoIndex.currentToken()
            try library.write("new/b.jpg")
            var options = RefreshOptions()
            options.emptyAlbums = { Set([path]) }
            _ = try photoIndex.refresh(options: options)
            let changes = try photoIndex.changes(since: token).changes
            #expect(Self.told(changes, .updated).contains(album) && !Self.told(changes, .inserted).contains(album))
            // It is new since before it was made.
            #expect(Self.told(try photoIndex.changes(since: before).changes, .inserted).contains(album))
        }
    }

    @Test("An album that was made and is gone before it had a photo is told as a removed collection")
    func goneAlbum() throws {
        let fixture = try IndexFixture()
        let album = fixture.root.identity.collection(folder: Array("empty".utf8)).text
        let before = try fixture.photoIndex.currentToken()
        try fixture.photoIndex.logMade(collection: album)
        let token = try fixture.photoIndex.currentToken()
        try fixture.photoIndex.logGone(collection: album)
        let changes = try fixture.photoIndex.changes(since: token).changes
        #expect(changes == [.removed([album], of: .collections)])
        // What came and went since is not told.
        #expect(try fixture.photoIndex.changes(since: before).changes == [])
    }

    @Test("All collections that differ are told, as what became of them, whatever happened", arguments: 1...4)
    func model(seed: Int) async throws {
        try await onThread {
            let fixture = try IndexFixture()
            var generator = SeededGenerator(seed: UInt64(seed))
            let folders = ["", "a/", "a/b/", "a/b/c/", "d/e/", "DCIM/100CANON/"]
            var before = try shown(fixture.photoIndex)
            var token = try fixture.photoIndex.currentToken()
            for _ in 0..<25 {
                for _ in 0..<1 + generator.next() % 4 {
                    let path = "\(folders[Int(generator.next() % 6)])\(generator.next() % 3).jpg"
                    if generator.next() % 2 == 0 {
                        try fixture.remove(path)
                        continue
                    }
                    let created = Int64(generator.next() % 5) * 40_000_000
                    let (isFavorite, isHidden) = (generator.next() % 3 == 0, generator.next() % 4 == 0)
                    let isVideo = generator.next() % 3 == 0
                    try fixture.put([
                        fixture.draft(path, created: created) { draft in
                            draft.asset.isFavorite = isFavorite
                            draft.asset.isHidden = isHidden
                            if isVideo { draft.asset.mediaType = .video }
                        }
                    ])
                }
                let after = try shown(fixture.photoIndex)
                let answer = try fixture.photoIndex.changes(since: token)
                Self.expect(answer.changes, tell: before, after)
                (before, token) = (after, answer.token)
            }
        }
    }

    private static func expect(_ changes: [LibraryChange], tell before: [String: Shown], _ after: [String: Shown]) {
        let (old, new) = (Set(before.keys), Set(after.keys))
        #expect(told(changes, .inserted) == new.subtracting(old))
        #expect(told(changes, .removed) == old.subtracting(new))
        let differing = old.intersection(new).filter { before[$0] != after[$0] }
        let updated = told(changes, .updated)
        #expect(differing.isSubset(of: updated) && updated.isSubset(of: old.intersection(new)))
    }
}
