import BackendKit
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("The changes of a fetch result", .timeLimit(.minutes(15))) struct FetchResultChangeTests {
    private static let identifiers = (0..<40).map { "a\($0)" }

    /// Adds, removes, moves and rewrites photos at random.
    private static func edit(_ shelf: PhotoShelf, steps: Int, _ random: inout SeededGenerator) {
        for _ in 0..<steps {
            let present = shelf.listing().map(\.localIdentifier)
            let time = Int.random(in: 0..<500, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: shelf.insert("n\(UInt32.random(in: 0 ... .max, using: &random))", time: time)
            case 1: present.randomElement(using: &random).map { shelf.remove($0) }
            case 2:
                present.randomElement(using: &random).map { identifier in
                    shelf.update(identifier) { $0.creation?.time = Timestamp(milliseconds: Int64(time)) }
                }
            default: present.randomElement(using: &random).map { shelf.update($0) { $0.byteSize += 1 } }
            }
        }
    }

    @Test(
        "The changes of a fetch result applied one after the other give each later listing exactly",
        arguments: [ScriptedBackends.detailed, ScriptedBackends.coarse], [1, 2, 3])
    func applied(backend: String, seed: UInt64) async throws {
        let shelf = try PhotoShelf(Self.identifiers)
        let library = try await shelf.open(backend)
        let first = try await library.fetch()
        var listing = shelf.listing()
        var changes = try await library.changes(of: first).makeAsyncIterator()
        var random = SeededGenerator(seed: seed)
        for round in 0..<20 {
            // At times more comes while the first of it is on its way.
            Self.edit(shelf, steps: 1 + round % 7, &random)
            while listing != shelf.listing() {
                let change = try #require(try await changes.next())
                let details = try #require(change.details)
                let new = try await change.result.window(offset: 0, length: .max)
                listing = details.applied(to: listing) { new[$0] }
                #expect(listing == new)
            }
        }
        library.close()
        #expect(try await changes.next() == nil)
    }

    @Test(
        "The changes of a fetch result cost a few calls for each asset that changed, and read no window, where the backend names them"
    )
    func cost() async throws {
        let shelf = try PhotoShelf((0..<3000).map { "a\($0)" })
        let library = try await shelf.open()
        var changes = try await library.changes(of: try await library.fetch()).makeAsyncIterator()
        for number in 0..<10 { shelf.insert("b\(number)", time: number * 1000) }
        shelf.remove("a7")
        shelf.update("a2999") { $0.creation?.time = Timestamp(milliseconds: -5) }
        var details = ChangeDetails()
        while details.moved.isEmpty { details = try #require(try await changes.next()?.details) }
        let (indexCalls, windowCalls) = shelf.state.withLock { ($0.indexCalls, $0.windowCalls) }
        // Each change is looked up in two results; those that were reported twice are looked up again.
        #expect(indexCalls <= 12 * 2 * 2 && windowCalls == 0)
        library.close()
    }

    @Test("The changes of a fetch result include what came between the fetch and the first question")
    func missed() async throws {
        let shelf = try PhotoShelf(["a", "b"])
        let library = try await shelf.open()
        let first = try await library.fetch()
        shelf.remove("a")
        var changes = try await library.changes(of: first).makeAsyncIterator()
        #expect(try await changes.next()?.details == ChangeDetails(removed: [0]))
        library.close()
    }

    @Test(
        "The changes of a fetch result are not reported where the fetch gives what it gave",
        arguments: [ScriptedBackends.detailed, ScriptedBackends.coarse])
    func elsewhere(backend: String) async throws {
        let shelf = try PhotoShelf(["a", "b"])
        let library = try await shelf.open(backend)
        let images = try await library.fetch(.all, options: FetchOptions(mediaTypes: .image))
        var changes = try await library.changes(of: images).makeAsyncIterator()
        shelf.insert("clip", time: 5, type: .video)
        shelf.insert("c", time: 7)
        #expect(try await changes.next()?.details == ChangeDetails(inserted: [1]))
        library.close()
    }

    @Test("The changes of a fetch result say that all has to be read again after a swap, then go on")
    func swap() async throws {
        let shelf = try PhotoShelf(["a", "b"])
        let library = try await shelf.open()
        var changes = try await library.changes(of: try await library.fetch()).makeAsyncIterator()
        for (backend, expected) in [(ScriptedBackends.coarse, 2), (ScriptedBackends.detailed, 3)] {
            try await library.swap(to: .path(backend))
            let swapped = try #require(try await changes.next())
            #expect(swapped.details == nil)
            #expect(try await swapped.result.count() == expected)
            shelf.insert("c\(expected)", time: 100 + expected)
            #expect(try await changes.next()?.details == ChangeDetails(inserted: [expected]))
        }
        library.close()
    }

    @Test(
        "The changes of a fetch result miss nothing that changes while the observation is on its way from one backend to the next"
    )
    func betweenObservations() async throws {
        let shelf = try PhotoShelf(["a", "b"])
        shelf.state.withLock { $0.endOfObserving = 50 }
        let library = try await shelf.open()
        var changes = try await library.changes(of: try await library.fetch()).makeAsyncIterator()
        await shelf.log.wait(for: "observe")
        shelf.insert("c", time: 100)
        #expect(try await changes.next()?.details == ChangeDetails(inserted: [2]))
        for expected in [3, 4] {
            try await library.swap(to: .path(ScriptedBackends.detailed))
            #expect(try await changes.next()?.details == nil)
            shelf.insert("d\(expected)", time: 100 + expected)
            #expect(try await changes.next()?.details == ChangeDetails(inserted: [expected]))
        }
        library.close()
    }

    @Test(
        "The changes of a fetch result say that all has to be read again when the backend no longer knows what changed")
    func tooOld() async throws {
        let shelf = try PhotoShelf(["a"])
        let library = try await shelf.open()
        let first = try await library.fetch()
        shelf.insert("b", time: 1)
        shelf.state.withLock { $0.oldestToken = 1 }
        var changes = try await library.changes(of: first).makeAsyncIterator()
        let change = try #require(try await changes.next())
        #expect(change.details == nil)
        #expect(try await change.result.count() == 2)
        library.close()
    }

    @Test("The changes of a fetch result say so too when the backend forgot to name one")
    func forgotten() async throws {
        let shelf = try PhotoShelf(["a", "b"])
        let library = try await shelf.open()
        let first = try await library.fetch()
        shelf.insert("c", time: 1)
        shelf.state.withLock { $0.assets["b"] = nil }
        var changes = try await library.changes(of: first).makeAsyncIterator()
        let change = try #require(try await changes.next())
        #expect(change.details == nil)
        library.close()
    }

    @Test(
        "The changes of a fetch result end with an error when the album is gone, and without one when the task is cancelled"
    )
    func ends() async throws {
        let shelf = try PhotoShelf(["a"])
        let library = try await shelf.open()
        let first = try await library.fetch(.collection("gone"))
        shelf.state.withLock { $0.lostAlbum = "gone" }
        shelf.insert("b", time: 1)
        var changes = try await library.changes(of: first).makeAsyncIterator()
        let error = await #expect(throws: PhotoError.self) { _ = try await changes.next() }
        #expect(error?.status == .notFound)
        let endless = try await library.changes(of: try await library.fetch())
        let task = Task { for try await _ in endless {} }
        task.cancel()
        try await task.value
        library.close()
    }

    @Test("The changes of a fetch result go on after a moment in which it cannot be fetched")
    func passingError() async throws {
        let shelf = try PhotoShelf(["a"])
        let library = try await shelf.open()
        var changes = try await library.changes(of: try await library.fetch()).makeAsyncIterator()
        shelf.insert("b", time: 20)
        shelf.state.withLock { $0.failingFetches = 1 }
        let change = try #require(try await changes.next())
        #expect(change.details == ChangeDetails(inserted: [1]))
        #expect(shelf.state.withLock { $0.failingFetches } == 0)
        library.close()
    }

    @Test("The changes of a fetch result of two results that a caller kept are the same, if both are of one backend")
    func kept() async throws {
        for backend in [ScriptedBackends.detailed, ScriptedBackends.coarse] {
            let shelf = try PhotoShelf(["a", "b", "c"])
            let library = try await shelf.open(backend)
            let old = try await library.fetch()
            shelf.update("a") { $0.creation?.time = Timestamp(milliseconds: 99) }
            shelf.remove("b")
            let new = try await library.fetch(old.request)
            let details = try #require(try await new.changeDetails(since: old))
            #expect(details.removed == [1] && details.changed == [1])
            // Seen from the changes it is "a" that moved; comparing finds one move just as well.
            #expect(details.moved.count == 1)
            library.close()
        }
    }

    @Test("The changes of a fetch result are not found by comparing too many assets")
    func bound() async throws {
        let shelf = try PhotoShelf(["a", "b", "c"])
        let library = try await shelf.open(ScriptedBackends.coarse)
        let result = try await library.fetch()
        #expect(try await AssetListing(result, limit: 3) != nil)
        #expect(try await AssetListing(result, limit: 2) == nil)
        library.close()
    }
}
