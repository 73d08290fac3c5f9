import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

/// Faults of a plugin that a process can survive, in the host's own and in a worker.
@Suite("A backend that misbehaves", .timeLimit(.minutes(15))) struct MisbehavingTests {
    enum Place: CaseIterable { case here, worker }

    private static func open(_ shelf: WorkerShelf, in place: Place) async throws -> PhotoLibrary {
        place == .here ? try await shelf.openHere() : try await shelf.open(.init(silenceMilliseconds: 2000))
    }

    @Test(
        "A backend that writes to its standard output or error without end costs its worker and its call, and hangs nothing",
        arguments: ["output", "errors"])
    func writing(stream: String) async throws {
        let shelf = try WorkerShelf("misbehaving/misbehaves")
        let library = try await shelf.open()
        defer { library.close() }
        let first = shelf.processes
        shelf.say(stream)
        let error = await #expect(throws: PhotoError.self) { try await library.image() }
        #expect(error?.status == .internal)
        #expect(
            error?.message.contains("wrote more to its standard output and error") == true, "\(error?.message ?? "")")
        shelf.unsay(stream)
        #expect(try await library.image("minimal-landscape").size == PixelSize(width: 64, height: 48))
        #expect(shelf.processes.count == 1 && shelf.processes != first)
    }

    @Test("A backend that leaks descriptors costs its worker, and no descriptor of the host")
    func leaking() async throws {
        let shelf = try WorkerShelf("misbehaving/misbehaves")
        let library = try await shelf.open()
        defer { library.close() }
        let first = shelf.processes
        shelf.say("leak")
        // It may have 1,024 of them; each image costs a hundred. The one for which there is none is made by the next worker.
        for _ in 0..<12 { #expect(try await library.image().size == PixelSize(width: 48, height: 64)) }
        #expect(shelf.processes.count == 1 && shelf.processes != first)
        shelf.unsay("leak")
        #expect(try await library.image("minimal-landscape").size == PixelSize(width: 64, height: 48))
        #expect(try await library.fetch().count() == 2)
    }

    @Test(
        "A backend that delivers degraded frames without end is told to stop, and its call fails",
        arguments: Place.allCases)
    func degraded(place: Place) async throws {
        let shelf = try WorkerShelf("misbehaving/misbehaves")
        let library = try await Self.open(shelf, in: place)
        defer { library.close() }
        shelf.say("degraded")
        let error = await #expect(throws: PhotoError.self) { try await library.image() }
        #expect(error?.status == .internal && error?.message.contains("frames") == true, "\(error?.message ?? "")")
        shelf.unsay("degraded")
        #expect(try await library.image("minimal-landscape").size == PixelSize(width: 64, height: 48))
    }

    @Test(
        "A backend that gives records without end is told to stop, and its call fails", arguments: Place.allCases)
    func records(place: Place) async throws {
        let shelf = try WorkerShelf("misbehaving/misbehaves")
        let library = try await Self.open(shelf, in: place)
        defer { library.close() }
        shelf.say("records")
        let error = await #expect(throws: PhotoError.self) {
            try await library.fetch().window(offset: 0, length: 2)
        }
        #expect(error?.status == .internal, "\(error?.message ?? "")")
        shelf.unsay("records")
        #expect(try await library.fetch().window(offset: 0, length: 2).count == 2)
    }

    @Test("A backend whose texts have lengths that cannot be has no bytes of the host shown", arguments: Place.allCases)
    func lengths(place: Place) async throws {
        let shelf = try WorkerShelf("misbehaving/misbehaves")
        let library = try await Self.open(shelf, in: place)
        defer { library.close() }
        let result = try await library.fetch()
        shelf.say("lengths")
        let assets = try await result.window(offset: 0, length: 2)
        #expect(assets.count == 2)
        for asset in assets {
            #expect(asset.filename == "" && asset.contentType == "" && asset.previewHash == nil)
        }
        shelf.unsay("lengths")
        #expect(
            try await library.fetch().window(offset: 0, length: 2).map(\.filename).sorted() == [
                "landscape.pbm", "portrait.pbm",
            ])
    }

    @Test("A backend that says that it read more than it was asked for fails the call", arguments: Place.allCases)
    func readingMore(place: Place) async throws {
        let shelf = try WorkerShelf("misbehaving/reads_nothing")
        let library = try await Self.open(shelf, in: place)
        defer { library.close() }
        let reference = RepresentationReference(localIdentifier: "minimal-portrait")
        for offset in [1, 2] as [Int64] {
            await #expect(throws: PhotoError(.internal, "minimal: it says that it read more than was asked")) {
                try await library.read(reference, offset: offset, count: 16)
            }
        }
        #expect(try await library.read(reference, offset: 0, count: 16) == [UInt8](repeating: 0, count: 16))
    }

    @Test("A backend that says that it read what it did not gets none of the host's memory out")
    func reading() async throws {
        let shelf = try WorkerShelf("misbehaving/reads_nothing")
        let library = try await shelf.openHere()
        defer { library.close() }
        let (generation, table) = try library.enterCurrent()
        defer { generation.leave() }
        let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4096)
        defer { room.deallocate() }
        // What was in this memory before, such as a password.
        room.initialize(repeating: 0xAA)
        let reference = RepresentationReference(localIdentifier: "minimal-portrait")
        let count = try table.read(reference, offset: 0, into: room, control: CallControl())
        #expect(count == 4096 && room.allSatisfy { $0 == 0 })
    }

    @Test(
        "A backend that gives too many key assets, or others than were asked for, has the first three right ones taken",
        arguments: Place.allCases)
    func keyAssets(place: Place) async throws {
        let shelf = try WorkerShelf("misbehaving/many_keys")
        let library = try await Self.open(shelf, in: place)
        defer { library.close() }
        #expect(try await library.keyAssets(of: "any").count == 3)
        #expect(try await library.keyAssets(of: "any", mediaTypes: .image).count == 3)
        #expect(try await library.keyAssets(of: "any", mediaTypes: .video).isEmpty)
    }

    @Test("A backend whose numbers are none has them count as unknown", arguments: Place.allCases)
    func numbers(place: Place) async throws {
        let shelf = try WorkerShelf("misbehaving/misbehaves")
        let library = try await Self.open(shelf, in: place)
        defer { library.close() }
        shelf.say("nan")
        let assets = try await library.fetch().window(offset: 0, length: 2)
        #expect(assets.count == 2)
        for asset in assets {
            #expect(asset.location == nil && asset.duration == nil)
            #expect(throws: Never.self) { try JSONText().bytes(AssetDocument(asset)) }
        }
    }

    @Test(
        "A backend that does not come back from closing a library holds up no swap and no request",
        arguments: Place.allCases)
    func closing(place: Place) async throws {
        let shelf = try WorkerShelf("misbehaving/misbehaves")
        let good = try FaultyBackends.build("good", id: "good", into: shelf.folder.plugins)
        let library = try await Self.open(shelf, in: place)
        defer { library.close() }
        shelf.say("close")
        try await library.swap(to: .path(good))
        #expect(library.backend.id == "good")
        #expect(try await library.image().size == PixelSize(width: 48, height: 64))
        if place == .here {
            // It is in there still.
            #expect(shelf.isSaid("closing"))
            shelf.unsay("close")
        } else {
            try await wait { shelf.processes.isEmpty }
        }
    }

    @Test(
        "A worker that does not come back from releasing a fetch holds up who lets go of it for no more than a moment")
    func releasing() async throws {
        let shelf = try WorkerShelf("misbehaving/misbehaves")
        let library = try await shelf.open(.init(silenceMilliseconds: 10_000))
        defer { library.close() }
        var results = [try await library.fetch(), try await library.fetch(), try await library.fetch()]
        shelf.say("release")
        let start = ContinuousClock.now
        results = []
        #expect(ContinuousClock.now - start < .seconds(5) && results.isEmpty)
        // Other calls go on meanwhile.
        #expect(try await library.count(of: .all) == 2)
        shelf.unsay("release")
    }
}
