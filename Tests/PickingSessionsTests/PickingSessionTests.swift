import PhotoModel
import PickingSessions
import Testing

private func photo(_ identifier: String, bytes: UInt64 = 10) -> PickedAsset {
    PickedAsset(localIdentifier: identifier, mediaType: .image, byteSize: bytes)
}

private func session(limit: Int? = nil, minimum: Int = 0, filter: MediaFilter = .any) throws -> PickingSession {
    let configuration = PickingConfiguration(selectionLimit: limit, minimum: minimum, mediaFilter: filter)
    return PickingSession(configuration: try #require(configuration))
}

@Suite("Selecting in a picking session")
struct PickingSessionSelectionTests {
    @Test("a new session is pending and empty")
    func startsEmpty() {
        let session = PickingSession()
        #expect(session.state == .pending)
        #expect(session.selection.isEmpty)
        #expect(session.byteTotal == 0)
        #expect(session.room == nil)
    }

    @Test("the selection keeps the order of picking and sums the bytes")
    func keepsOrder() throws {
        var session = PickingSession()
        try session.select(photo("c", bytes: 5))
        try session.select(photo("a", bytes: 7))
        let change = try session.select(photo("b", bytes: 1))
        #expect(change == .init(selected: ["b"]))
        #expect(session.localIdentifiers == ["c", "a", "b"])
        #expect(session.byteTotal == 13)
    }

    @Test("selecting twice keeps the first place, and deselecting frees it")
    func selectsOnce() throws {
        var session = try session(limit: 2)
        try session.select(photo("a"))
        try session.select(photo("b"))
        #expect(try session.select(photo("a")).isEmpty)
        #expect(session.localIdentifiers == ["a", "b"])
        #expect(try session.deselect("a") == .init(deselected: ["a"]))
        #expect(try session.deselect("a").isEmpty)
        try session.select(photo("a"))
        #expect(session.localIdentifiers == ["b", "a"])
        #expect(session.byteTotal == 20)
    }

    @Test("the limit refuses one more and changes nothing")
    func refusesOverLimit() throws {
        var session = try session(limit: 1)
        try session.select(photo("a"))
        let before = session
        #expect(throws: PickingSessionError.overLimit(limit: 1)) { try session.select(photo("b")) }
        #expect(throws: PickingSessionError.overLimit(limit: 1)) {
            try session.replaceSelection(with: [photo("a"), photo("b")])
        }
        #expect(session == before)
        #expect(session.room == 0)
    }

    @Test("replacing says what came and went, and counts a repeated asset once")
    func replaces() throws {
        var session = try session(limit: 2)
        try session.replaceSelection(with: [photo("a"), photo("b")])
        let change = try session.replaceSelection(with: [photo("c"), photo("b"), photo("c")])
        #expect(change == .init(selected: ["c"], deselected: ["a"]))
        #expect(session.localIdentifiers == ["c", "b"])
    }

    @Test("the media filter refuses other media", arguments: MediaType.allCases)
    func filtersMedia(type: MediaType) throws {
        var session = try session(filter: .video)
        let asset = PickedAsset(localIdentifier: "x", mediaType: type, byteSize: 1)
        if type == .video {
            try session.select(asset)
        } else {
            #expect(throws: PickingSessionError.mediaTypeNotAllowed(localIdentifier: "x", filter: .video)) {
                try session.select(asset)
            }
            #expect(throws: PickingSessionError.mediaTypeNotAllowed(localIdentifier: "x", filter: .video)) {
                try session.replaceSelection(with: [asset])
            }
        }
    }

    @Test("a byte total that does not fit stays at the largest number")
    func saturates() throws {
        var session = PickingSession()
        try session.replaceSelection(with: [photo("a", bytes: .max), photo("b", bytes: 1)])
        #expect(session.byteTotal == .max)
    }
}

@Suite("Ending a picking session")
struct PickingSessionEndTests {
    @Test("finishing returns what was picked, in order")
    func finishes() throws {
        var session = PickingSession()
        try session.replaceSelection(with: [photo("b"), photo("a")])
        #expect(try session.finish().map(\.localIdentifier) == ["b", "a"])
        #expect(session.state == .picked)
        #expect(session.localIdentifiers == ["b", "a"])
    }

    @Test("below the minimum the session stays open")
    func refusesBelowMinimum() throws {
        var session = try session(limit: 3, minimum: 2)
        try session.select(photo("a"))
        #expect(throws: PickingSessionError.belowMinimum(minimum: 2, selected: 1)) { try session.finish() }
        #expect(session.state == .pending)
        try session.select(photo("b"))
        try session.finish()
    }

    @Test("a cancelled session forgets its selection")
    func forgets() throws {
        var cancelled = PickingSession()
        try cancelled.select(photo("a"))
        try cancelled.cancel()
        #expect(cancelled.state == .cancelled)
        #expect(cancelled.selection.isEmpty)
        #expect(cancelled.byteTotal == 0)
    }

    @Test("nothing works after the end", arguments: [PickingSession.State.picked, .cancelled, .expired])
    func refusesAfterEnd(state: PickingSession.State) throws {
        var session = PickingSession(restoring: AssetSelection(), state: state, configuration: .unrestricted)
        let refusal = PickingSessionError.notPending(state)
        #expect(throws: refusal) { try session.select(photo("a")) }
        #expect(throws: refusal) { try session.deselect("a") }
        #expect(throws: refusal) { try session.replaceSelection(with: []) }
        #expect(throws: refusal) { try session.finish() }
        #expect(throws: refusal) { try session.cancel() }
        #expect(session.state == state)
    }
}

@Suite("Configuring a picking session")
struct PickingConfigurationTests {
    @Test(
        "impossible configurations are refused",
        arguments: [(Int?.some(0), 0), (-1, 0), (nil, -1), (2, 3)]
    )
    func refuses(limit: Int?, minimum: Int) {
        #expect(PickingConfiguration(selectionLimit: limit, minimum: minimum) == nil)
    }

    @Test("as many assets may be preselected as the limit allows, and no more")
    func preselected() throws {
        #expect(PickingConfiguration(selectionLimit: 2, preselected: ["a", "b", "c"]) == nil)
        let configuration = try #require(
            PickingConfiguration(
                selectionLimit: 2, minimum: 1, mediaFilter: .image, isOrdered: true, preselected: ["b", "a"],
                representationMode: .compatible, allowsWholeAlbums: true))
        #expect(configuration.preselected == ["b", "a"])
        let without = PickingConfiguration(
            selectionLimit: 2, minimum: 1, mediaFilter: .image, isOrdered: true, representationMode: .compatible,
            allowsWholeAlbums: true)
        #expect(configuration.withoutPreselected == without)
    }

    @Test("without a word about them, whole albums are not allowed, and any number of any files as they are is")
    func defaults() throws {
        let configuration = try #require(PickingConfiguration())
        #expect(!configuration.allowsWholeAlbums && !configuration.isOrdered && configuration.preselected.isEmpty)
        #expect(configuration.selectionLimit == nil && configuration.minimum == 0)
        #expect(configuration.mediaFilter == .any && configuration.representationMode == .current)
        #expect(MediaType.allCases.allSatisfy { configuration.mediaFilter.allows($0) })
        #expect(PickingConfiguration.unrestricted.allowsWholeAlbums)
    }

    @Test("a minimum without a limit, and one equal to it, are fine")
    func accepts() {
        #expect(PickingConfiguration(minimum: 4) != nil)
        #expect(PickingConfiguration(selectionLimit: 4, minimum: 4) != nil)
    }

    @Test("a refusal names the numbers, the asset and the media that it is about")
    func words() {
        let asset = PickingSessionError.mediaTypeNotAllowed(localIdentifier: "x", filter: .image)
        #expect(asset.description == "Only photos can be picked, and x is not one.")
        let video = PickingSessionError.mediaTypeNotAllowed(localIdentifier: "x", filter: .video)
        #expect(video.description == "Only videos can be picked, and x is not one.")
        #expect(PickingSessionError.overLimit(limit: 3).description == "At most 3 can be picked. Deselect some.")
        let few = PickingSessionError.belowMinimum(minimum: 2, selected: 1).description
        #expect(few == "At least 2 must be picked and 1 are selected. Select more.")
        #expect(PickingSessionError.notPending(.picked).description.contains("were picked"))
        #expect(PickingSessionError.notPending(.cancelled).description.contains("cancelled"))
        #expect(PickingSessionError.notPending(.expired).description.contains("expired"))
    }

    @Test("a picked asset has what its library lists of it, and no bytes where the size is not known")
    func listed() {
        var asset = Asset(
            localIdentifier: "x", filename: "lake.mov", path: AssetPath("2024/lake.mov"),
            contentType: "com.apple.quicktime-movie", mediaType: .video)
        asset.byteSize = 7
        asset.contentTag = .max
        let expected = PickedAsset(
            localIdentifier: "x", mediaType: .video, byteSize: 7, contentTag: .max, filename: "lake.mov")
        #expect(PickedAsset(asset) == expected)
        asset.byteSize = -1
        #expect(PickedAsset(asset).byteSize == 0)
    }

    @Test("every refusal is one line that says what to do or why")
    func describes() {
        let errors: [PickingSessionError] = [
            .notPending(.picked), .notPending(.cancelled), .notPending(.expired), .overLimit(limit: 3),
            .belowMinimum(minimum: 2, selected: 1), .mediaTypeNotAllowed(localIdentifier: "x", filter: .image),
            .wholeAlbumsNotAllowed,
        ]
        for error in errors {
            #expect(error.description.hasSuffix("."))
            #expect(!error.description.contains("\n"))
        }
    }
}
