import PhotoModel
import PickingSessions
import Testing

private func photo(_ identifier: String, bytes: UInt64 = 10) -> PickedAsset {
    PickedAsset(localIdentifier: identifier, mediaType: .image, byteSize: bytes)
}

@Suite("Selecting runs of assets")
struct AssetRunTests {
    private let album = AssetRun(wholeCollection: "album", count: 15_000, byteTotal: 60_000)

    private func range(_ places: Range<Int>) throws -> AssetRun {
        try #require(AssetRun(of: .init(collection: "roll"), places: places, byteTotal: UInt64(places.count)))
    }

    @Test("a run is one part that counts as its assets do")
    func counts() throws {
        var session = PickingSession()
        try session.select(photo("a"))
        try session.select(album)
        try session.select(range(5..<8))
        #expect(session.selection.parts.count == 3)
        #expect(session.selection.count == 15_004)
        #expect(session.byteTotal == 60_013)
        #expect(session.localIdentifiers == ["a"])
    }

    @Test("a run that is selected again keeps its place, and is taken out at once")
    func once() throws {
        var session = PickingSession()
        try session.select(album)
        try session.select(photo("a"))
        try session.select(album)
        #expect(session.selection.parts.first == .run(album))
        try session.deselect(album)
        #expect(session.selection.parts == [.asset(photo("a"))])
        #expect(session.byteTotal == 10)
        let before = session
        try session.deselect(album)
        #expect(session == before)
    }

    @Test("the limit counts every asset of a run, and a refusal changes nothing")
    func limit() throws {
        var session = PickingSession(configuration: try #require(PickingConfiguration(selectionLimit: 4)))
        try session.select(range(0..<3))
        let before = session
        #expect(throws: PickingSessionError.overLimit(limit: 4)) { try session.select(range(10..<12)) }
        #expect(session == before && session.room == 1)
        try session.select(photo("a"))
        #expect(throws: PickingSessionError.overLimit(limit: 4)) { try session.select(photo("b")) }
    }

    @Test("a run fills the limit to its last place, and what is selected can be selected again then")
    func full() throws {
        var session = PickingSession(configuration: try #require(PickingConfiguration(selectionLimit: 3)))
        try session.select(photo("a"))
        try session.select(range(0..<2))
        let before = session
        #expect(session.room == 0)
        try session.select(range(0..<2))
        #expect(try session.select(photo("a")).isEmpty)
        #expect(session == before)
        #expect(throws: PickingSessionError.overLimit(limit: 3)) { try session.select(range(5..<6)) }
        try session.deselect("a")
        try session.select(range(5..<6))
        #expect(session.selection.count == 3 && session.localIdentifiers.isEmpty)
    }

    @Test("replacing a selection says which assets came and went, and nothing of runs")
    func replaced() throws {
        var session = PickingSession()
        try session.select(photo("a"))
        try session.select(range(0..<2))
        let change = try session.replaceSelection(
            withParts: [.run(album), .asset(photo("b")), .run(album), .asset(photo("a")), .asset(photo("b"))])
        #expect(change == .init(selected: ["b"]))
        #expect(session.selection.parts == [.run(album), .asset(photo("b")), .asset(photo("a"))])
        #expect(session.selection.contains(album) && session.selection.contains("a"))
        let gone = try range(0..<2)
        #expect(!session.selection.contains(gone) && !session.selection.contains("c"))
        #expect(try session.replaceSelection(withParts: [.run(album)]) == .init(deselected: ["b", "a"]))
        #expect(session.selection.count == 15_000 && session.byteTotal == 60_000)
    }

    @Test("nothing happens to a run after the end of its session", arguments: [PickingSession.State.picked, .expired])
    func ended(state: PickingSession.State) throws {
        let parts = [AssetSelection.Part.run(album)]
        var session = PickingSession(
            restoring: AssetSelection(parts), state: state, configuration: .unrestricted)
        let (before, other) = (session, try range(0..<2))
        #expect(throws: PickingSessionError.notPending(state)) { try session.select(other) }
        #expect(throws: PickingSessionError.notPending(state)) { try session.deselect(album) }
        #expect(throws: PickingSessionError.notPending(state)) { try session.finish(resolved: [photo("a")]) }
        #expect(session == before && session.selection.parts == parts)
    }

    @Test("an album that cannot be counted has no assets")
    func uncounted() {
        #expect(AssetRun(wholeCollection: "a", count: -1, byteTotal: 0).count == 0)
        #expect(AssetRun(wholeCollection: "a", count: 1, byteTotal: 0).isWholeCollection)
    }

    @Test("whole albums are refused where they are not allowed, and ranges are not")
    func wholeAlbums() throws {
        var session = PickingSession(configuration: try #require(PickingConfiguration()))
        #expect(throws: PickingSessionError.wholeAlbumsNotAllowed) { try session.select(album) }
        try session.select(range(0..<2))
        #expect(session.selection.count == 2)
    }

    @Test("an empty range, and one that begins before the first place, are none")
    func impossible() {
        #expect(AssetRun(of: .init(collection: "roll"), places: 3..<3, byteTotal: 0) == nil)
        #expect(AssetRun(of: .init(collection: "roll"), places: -1..<3, byteTotal: 0) == nil)
    }

    @Test("what is excepted from a run neither counts nor takes a place of the limit")
    func exceptions() throws {
        let roll = AssetRun.Listing(collection: "roll")
        let run = try #require(AssetRun(of: roll, places: 0..<5, exceptions: ["c", "d"]))
        #expect(run.count == 3)
        var session = PickingSession(configuration: try #require(PickingConfiguration(selectionLimit: 3)))
        try session.select(run)
        #expect(session.room == 0)
        #expect(try #require(AssetRun(of: roll, places: 0..<1, exceptions: ["a", "b"])).count == 0)
    }

    @Test("runs of one place are different runs if they list something else")
    func listings() throws {
        let listings: [AssetRun.Listing] = [
            .init(collection: "roll"), .init(collection: "album"), .init(collection: "roll", kind: "live"),
            .init(collection: "roll", text: "sea"), .init(collection: "roll", isReversed: true),
        ]
        var session = PickingSession()
        for listing in listings {
            let run = try #require(AssetRun(of: listing, places: 0..<2))
            try session.select(run)
        }
        #expect(session.selection.count == 10)
        let second = try #require(AssetRun(of: listings[1], places: 0..<2))
        try session.deselect(second)
        #expect(session.selection.parts.count == 4 && !session.selection.contains(second))
        #expect(session.selection.count == 8)
    }

    @Test("whole albums are refused also among other parts, and leave the selection as it was")
    func wholeAlbumsAmongParts() throws {
        var session = PickingSession(configuration: try #require(PickingConfiguration()))
        try session.select(photo("a"))
        let before = session
        #expect(throws: PickingSessionError.wholeAlbumsNotAllowed) {
            try session.replaceSelection(withParts: [.asset(photo("b")), .run(album)])
        }
        #expect(session == before)
    }

    @Test("Done refuses more than the limit, when a run has grown meanwhile, and stays open")
    func grown() throws {
        var session = PickingSession(configuration: try #require(PickingConfiguration(selectionLimit: 2)))
        try session.select(range(0..<2))
        let before = session
        #expect(throws: PickingSessionError.overLimit(limit: 2)) {
            try session.finish(resolved: [photo("a"), photo("b"), photo("c")])
        }
        #expect(session == before)
    }

    @Test("Done takes the assets that the runs turned out to be, each once")
    func resolved() throws {
        var session = PickingSession(configuration: try #require(PickingConfiguration(selectionLimit: 3, minimum: 2)))
        try session.select(range(0..<2))
        try session.select(photo("b"))
        #expect(throws: PickingSessionError.belowMinimum(minimum: 2, selected: 1)) {
            try session.finish(resolved: [photo("a")])
        }
        #expect(session.state == .pending && session.selection.parts.count == 2)
        try session.finish(resolved: [photo("a"), photo("b"), photo("b")])
        #expect(session.state == .picked && session.localIdentifiers == ["a", "b"])
    }

    @Test("counts and bytes that do not fit stay at the largest number")
    func saturates() throws {
        var session = PickingSession()
        try session.select(AssetRun(wholeCollection: "a", count: .max, byteTotal: .max))
        try session.select(AssetRun(wholeCollection: "b", count: 1, byteTotal: 1))
        #expect(session.selection.count == .max && session.byteTotal == .max)
    }
}
