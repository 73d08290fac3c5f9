import PhotoCatalog
import PhotoModel
import Synchronization
import Testing

@Suite struct FoundAssetsTests {
    private let folder: LibraryFolder
    private let root: LibraryRoot
    private let store: AssetStore

    init() throws {
        folder = try LibraryFolder()
        for number in 0..<600 {
            let isVideo = number % 3 == 0
            try folder.write(
                "\(number / 200)/IMG_\(number).\(isVideo ? "mp4" : "jpg")", isVideo ? MediaBytes.mp4 : MediaBytes.jpeg()
            )
        }
        root = try folder.open()
        store = AssetStore(identity: root.identity)
    }

    private func found(_ types: MediaTypes = .any) -> FoundAssets {
        FoundAssets(LibraryWalk(root), mediaTypes: types, store: store)
    }

    @Test func `A window needs no more walking than it shows`() throws {
        let found = found()
        #expect(found.assets(from: 0, length: 3, check: {}).map(\.path).count == 3)
        try folder.remove("2")
        #expect(found.count(check: {}) == 400, "the last folder was not walked yet")
    }

    @Test func `Windows of any size give the same assets in the same order`() {
        let all = found().assets(from: 0, length: .max, check: {})
        #expect(all.count == 600)
        for length in [1, 7, 200, 599] {
            let found = found()
            var pieces: [AssetFiles] = []
            while true {
                let piece = found.assets(from: pieces.count, length: length, check: {})
                pieces += piece
                if piece.count < length { break }
            }
            #expect(pieces == all)
        }
    }

    @Test func `Windows behind the end are empty`() {
        let found = found()
        #expect(found.assets(from: 600, length: 10, check: {}).isEmpty)
        #expect(found.assets(from: .max, length: .max, check: {}).isEmpty)
        #expect(found.assets(from: 595, length: 10, check: {}).count == 5)
    }

    @Test func `What was told stays when files come and go`() throws {
        let found = found()
        let before = found.assets(from: 0, length: .max, check: {})
        try folder.remove("0/IMG_1.jpg")
        try folder.write("0/IMG_0a.jpg")
        #expect(found.assets(from: 0, length: .max, check: {}) == before)
        #expect(found.count(check: {}) == 600)
    }

    @Test func `Windows that are read at once equal those read one by one`() async {
        let expected = found().assets(from: 0, length: .max, check: {})
        let found = found()
        await withTaskGroup(of: Bool.self) { group in
            for start in stride(from: 590, through: 0, by: -10) {
                group.addTask {
                    found.assets(from: start, length: 10, check: {}) == Array(expected[start..<start + 10])
                }
            }
            for await isEqual in group { #expect(isEqual) }
        }
    }

    @Test func `Media types are filtered`() {
        #expect(found(.video).count(check: {}) == 200)
        #expect(found(.image).count(check: {}) == 400)
        #expect(found(.audio).count(check: {}) == 0)
    }

    @Test func `Every asset has a position, and what is no asset has none`() {
        let found = found()
        let all = found.assets(from: 0, length: .max, check: {})
        for position in [0, 1, 399, 599] {
            #expect(self.found().position(of: root.identity.asset(at: all[position].path), check: {}) == position)
        }
        #expect(found.position(of: root.identity.asset(at: Array("nothing".utf8)), check: {}) == nil)
    }

    @Test func `An asset whose files changed keeps its position in an older fetch`() throws {
        let found = found()
        #expect(found.count(check: {}) == 600)
        try folder.write("0/IMG_1.dng", MediaBytes.dng)
        #expect(self.found().count(check: {}) == 600)
        #expect(found.position(of: root.identity.asset(at: Array("0/IMG_1.jpg".utf8)), check: {}) == 1)
    }

    @Test func `A check that throws ends the walk, which goes on later`() throws {
        struct Stopped: Error {}
        let found = found()
        let turns = Mutex(0)
        #expect(throws: Stopped.self) {
            _ = try found.count(check: { () throws(Stopped) in
                let turn = turns.withLock { turns in
                    turns += 1
                    return turns
                }
                if turn > 2 { throw Stopped() }
            })
        }
        #expect(found.count(check: {}) == 600)
    }
}
