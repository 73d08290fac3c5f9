import PhotoFolder
import PhotoModel
import Platform
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
        FoundAssets(LibraryTraversal(root), mediaTypes: types, store: store)
    }

    @Test func `A window needs no more walking than it shows`() throws {
        let found = found()
        #expect(try found.assets(from: 0, length: 3).map(\.path).count == 3)
        try folder.remove("2")
        #expect(try found.count() == 400, "the last folder was not walked yet")
    }

    @Test func `Windows of any size give the same assets in the same order`() throws {
        let all = try found().assets(from: 0, length: .max)
        #expect(all.count == 600)
        for length in [1, 7, 200, 599] {
            let found = found()
            var pieces: [AssetFiles] = []
            while true {
                let piece = try found.assets(from: pieces.count, length: length)
                pieces += piece
                if piece.count < length { break }
            }
            #expect(pieces == all)
        }
    }

    @Test func `Windows after the end are empty`() throws {
        let found = found()
        #expect(try found.assets(from: 600, length: 10).isEmpty)
        #expect(try found.assets(from: .max, length: .max).isEmpty)
        #expect(try found.assets(from: 595, length: 10).count == 5)
    }

    @Test func `What was given stays when files come and go`() throws {
        let found = found()
        let before = try found.assets(from: 0, length: .max)
        try folder.remove("0/IMG_1.jpg")
        try folder.write("0/IMG_0a.jpg")
        #expect(try found.assets(from: 0, length: .max) == before)
        #expect(try found.count() == 600)
    }

    @Test func `Windows that are read at once equal those read one by one`() async throws {
        let expected = try found().assets(from: 0, length: .max)
        let found = found()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for start in stride(from: 590, through: 0, by: -10) {
                group.addTask {
                    try found.assets(from: start, length: 10) == Array(expected[start..<start + 10])
                }
            }
            for try await isEqual in group { #expect(isEqual) }
        }
    }

    @Test func `Media types are filtered`() throws {
        #expect(try found(.video).count() == 200)
        #expect(try found(.image).count() == 400)
        #expect(try found(.audio).count() == 0)
    }

    @Test func `Every asset has a position, and what is no asset has none`() throws {
        let found = found()
        let all = try found.assets(from: 0, length: .max)
        for position in [0, 1, 399, 599] {
            #expect(try self.found().position(of: root.identity.asset(at: all[position].path)) == position)
        }
        #expect(try found.position(of: root.identity.asset(at: Array("nothing".utf8))) == nil)
    }

    @Test func `An asset whose files changed keeps its position in an older fetch`() throws {
        let found = found()
        #expect(try found.count() == 600)
        try folder.write("0/IMG_1.dng", MediaBytes.dng)
        #expect(try self.found().count() == 600)
        #expect(try found.position(of: root.identity.asset(at: Array("0/IMG_1.jpg".utf8))) == 1)
    }

    @Test func `A cancellation ends the walk, which goes on later`() throws {
        let found = found()
        let turns = Mutex(0)
        #expect(throws: Cancellation.Reason.cancelled) {
            _ = try found.count(
                cancellation: Cancellation {
                    let turn = turns.withLock { turns in
                        turns += 1
                        return turns
                    }
                    return turn > 2 ? .cancelled : nil
                })
        }
        #expect(try found.count() == 600)
    }
}
