import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

@Suite("A photo that ends workers", .timeLimit(.minutes(15))) struct PoisonTests {
    private static let poison = "minimal-portrait"
    private static let other = "minimal-landscape"

    @Test("costs its own call, and none that was in the worker with it")
    func neighbours() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open(threads: 8)
        defer { library.close() }
        shelf.say("wait")
        async let poisoned = image(library, Self.poison)
        async let others = withTaskGroup(of: String?.self) { group in
            for _ in 0..<5 { group.addTask { await image(library, Self.other) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        try await wait { shelf.isSaid("asked-\(Self.poison)") && shelf.isSaid("asked-\(Self.other)") }
        let first = try #require(shelf.processes.first)
        shelf.say("crash-\(Self.poison)")
        try await wait { !shelf.processes.contains(first) }
        shelf.unsay("wait")
        #expect(await poisoned?.hasPrefix("INTERNAL") == true)
        #expect(await others == [nil, nil, nil, nil, nil])
        try await wait { shelf.processes.count == 1 }
    }

    @Test("is refused after two workers, with the reason, until it changes")
    func refused() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        defer { library.close() }
        shelf.say("crash-\(Self.poison)")
        #expect(await image(library, Self.poison)?.hasPrefix("INTERNAL") == true)
        _ = try await library.fetch().count()
        let process = shelf.processes
        #expect(process.count == 1)
        shelf.unsay("asked")
        let error = await #expect(throws: PhotoError.self) { try await library.image(Self.poison) }
        #expect(error?.status == .internal)
        #expect(error?.message.contains("not tried again before it has changed") == true, "\(error?.message ?? "")")
        let ends = ["was ended by signal 11", "ended by itself with exit code"]
        #expect(ends.contains { error?.message.contains("the worker of backend minimal \($0)") == true })
        // The plugin was not asked, and the worker is the same.
        #expect(!shelf.isSaid("asked") && shelf.processes == process)
        #expect(try await library.image(Self.other).size == PixelSize(width: 64, height: 48))
        shelf.unsay("crash-\(Self.poison)")
        #expect(await image(library, Self.poison)?.hasPrefix("INTERNAL") == true)
        shelf.say("changed")
        try await library.expectImage(Self.poison)
    }

    @Test("is not refused for a worker that ended before it heard of it")
    func innocent() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        defer { library.close() }
        shelf.say("crash-once")
        shelf.say("crash-opening")
        #expect(await image(library, Self.poison)?.hasPrefix("INTERNAL") == true)
        #expect(!shelf.isSaid("crash-once"))
        shelf.unsay("crash-opening")
        try await library.expectImage(Self.poison)
    }

    @Test("is refused after it hung two of them")
    func hangs() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open(.init(silenceMilliseconds: 5000))
        defer { library.close() }
        shelf.say("hang")
        for _ in 0..<2 { #expect(await image(library, Self.poison)?.hasPrefix("INTERNAL") == true) }
        shelf.unsay("hang")
        shelf.unsay("asked")
        let error = await #expect(throws: PhotoError.self) { try await library.image(Self.poison) }
        #expect(error?.message.contains("gave no sign of life") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("not tried again") == true && !shelf.isSaid("asked"))
        try await library.expectImage(Self.other)
    }

    @Test("is tried again in each of its versions, and costs no other photo")
    func many() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        defer { library.close() }
        for index in 0..<6 {
            if index % 2 == 0 { shelf.unsay("changed") } else { shelf.say("changed") }
            shelf.say("crash-\(Self.poison)")
            #expect(await image(library, Self.poison)?.hasPrefix("INTERNAL") == true)
            try await library.expectImage(Self.other)
        }
    }

    @Test("A backend whose workers end at once is left alone for a while, which its calls say instead of waiting")
    func breaker() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        defer { library.close() }
        shelf.say("crash-always")
        var last = ""
        for _ in 0..<20 where !last.contains("one after the other") {
            let error = await #expect(throws: PhotoError.self) { try await library.fetch() }
            last = error?.message ?? ""
        }
        #expect(last.contains("the workers of backend minimal ended one after the other"), "\(last)")
        #expect(shelf.processes.isEmpty)
        var refused = 0
        for _ in 0..<10 {
            let error = await #expect(throws: PhotoError.self) { try await library.fetch() }
            if error?.message.contains("one after the other") == true { refused += 1 }
        }
        // Calls that waited would each start one, and say how that ended. One may be due meanwhile.
        #expect(refused >= 8)
    }

    /// Why there is none; nil when there is one.
    private func image(_ library: PhotoLibrary, _ identifier: String) async -> String? {
        do {
            _ = try await library.image(identifier)
            return nil
        } catch {
            return (error as? PhotoError).map { "\($0.status.name) \($0.message)" } ?? "\(error)"
        }
    }
}

extension PhotoLibrary {
    fileprivate func expectImage(_ identifier: String) async throws { _ = try await image(identifier) }
}
