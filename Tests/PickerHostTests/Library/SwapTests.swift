import BackendKit
import Foundation
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("Swapping the backend", .timeLimit(.minutes(15))) struct SwapTests {
    private static let options = ImageOptions(targetSize: nil)

    @Test("Swapping the backend lets requests in flight end on the old one, which is closed after them")
    func inFlight() async throws {
        let gate = Latch()
        let script = try LibraryScript {
            $0.image = { (_, _, call, deliver) throws(PhotoError) in
                gate.pass()
                try call.check()
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8)))
            }
        }
        let library = try await script.open()
        let image = Task { try await library.requestImage(for: "a", options: Self.options).finalImage() }
        await script.log.wait(for: "image a")
        try await library.swap(to: .path(ScriptedBackends.second))
        #expect(library.backend.id == "scripted-two" && script.log.count(of: "begin_shutdown") == 0)
        gate.open()
        #expect(try await image.value.isFinal)
        await script.log.wait(for: "close")
        let events = ["open scripted-one", "image a", "open scripted-two", "image a ended", "begin_shutdown", "close"]
        #expect(script.log.events == events)
        library.close()
    }

    @Test("Swapping the backend to one that takes long to open holds up no request")
    func slowOpening() async throws {
        let gate = Latch()
        let script = try LibraryScript()
        let library = try await script.open(threads: 1)
        script.answers.withLock { $0.onOpen = { gate.pass() } }
        let swap = Task { try await library.swap(to: .path(ScriptedBackends.second)) }
        await script.log.wait(for: "open scripted-two")
        _ = try await library.collections()
        #expect(library.backend.id == "scripted-one")
        gate.open()
        try await swap.value
        #expect(library.backend.id == "scripted-two")
        library.close()
    }

    @Test("Swapping the backend that ends after the library was closed closes the new one too")
    func closedMeanwhile() async throws {
        let gate = Latch()
        let script = try LibraryScript()
        let library = try await script.open()
        script.answers.withLock { $0.onOpen = { gate.pass() } }
        let swap = Task { try await library.swap(to: .path(ScriptedBackends.second)) }
        await script.log.wait(for: "open scripted-two")
        library.close()
        gate.open()
        await #expect(throws: PhotoError(.closed, "the library is closed")) { try await swap.value }
        #expect(script.log.count(of: "close") == 2 && script.log.count(of: "begin_shutdown") == 2)
    }

    @Test("Swapping the backend lets a fetch result answer from its own state, until it is released (lesson 1)")
    func fetchResult() async throws {
        let script = try LibraryScript { $0.assets = [sampleAsset("old")] }
        let library = try await script.open()
        var result: FetchResult? = try await library.fetch()
        script.answers.withLock { $0.assets = [sampleAsset("new"), sampleAsset("newer")] }
        try await library.swap(to: .path(ScriptedBackends.second))
        #expect(try await result?.window(offset: 0, length: 9).map(\.localIdentifier) == ["old"])
        #expect(try await library.fetch().count() == 2 && script.log.count(of: "close") == 0)
        result = nil
        await script.log.wait(for: "close")
        #expect(script.log.count(of: "begin_shutdown") == 1)
        library.close()
    }

    @Test(
        "Swapping the backend changes nothing when the new one cannot open the library, cannot run or is not there",
        arguments: [
            ("open_fails", PhotoStatus.io), ("crash_in_entry", .internal), ("probe_refuses", .unsupported),
            ("null_library_function", .internal),
        ])
    func failed(name: String, status: PhotoStatus) async throws {
        let folder = try PluginFolder()
        let good = try folder.add("good", priority: 9)
        let bad = try folder.add(name)
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(root: folder.photos.path, backend: .path(good)), registry: folder.registry)
        let result = try await library.fetch()
        let error = await #expect(throws: PhotoError.self) { try await library.swap(to: .path(bad)) }
        #expect(error?.status == status && error?.message.hasPrefix("\(bad): ") == true)
        await #expect(throws: PhotoError.self) { try await library.swap(to: .path("/no/such.so")) }
        #expect(library.backendPath == good)
        #expect(try await result.count() == 2)
        #expect(try await library.collections().count == 2)
        #expect(MinimalCounters(path: good)?.librariesClosed == 0)
        library.close()
        #expect(MinimalCounters(path: good)?.librariesOpened == 1)
    }

    @Test("Swapping the backend that comes while another is under way leaves one library open")
    func concurrent() async throws {
        let script = try LibraryScript()
        let library = try await script.open(threads: 4)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                let name = number % 2 == 0 ? ScriptedBackends.first : ScriptedBackends.second
                group.addTask { try await library.swap(to: .path(name)) }
            }
            try await group.waitForAll()
        }
        #expect(script.log.count(of: "close") == 20 && script.log.count(of: "begin_shutdown") == 20)
        library.close()
        #expect(script.log.count(of: "close") == 21)
    }

    @Test("Swapping the backend twice at once ends with the one that was asked for last, though it is ready first")
    func overtaken() async throws {
        let gate = Latch()
        let script = try LibraryScript()
        let library = try await script.open()
        script.answers.withLock { $0.onOpen = { gate.pass() } }
        let slow = Task { try await library.swap(to: .path(ScriptedBackends.second)) }
        await script.log.wait(for: "open scripted-two")
        script.answers.withLock { $0.onOpen = {} }
        try await library.swap(to: .path(ScriptedBackends.plain))
        #expect(library.backend.id == "scripted-plain")
        gate.open()
        try await slow.value
        #expect(library.backend.id == "scripted-plain")
        #expect(script.log.count(of: "close") == 2 && script.log.count(of: "begin_shutdown") == 2)
        library.close()
    }

    @Test("Swapping the backend takes effect although another folder took the library's place meanwhile")
    func beside() async throws {
        let gate = Latch()
        let script = try LibraryScript()
        let library = try await script.open()
        script.answers.withLock { $0.onOpen = { gate.pass() } }
        let slow = Task { try await library.swap(to: .path(ScriptedBackends.second)) }
        await script.log.wait(for: "open scripted-two")
        script.answers.withLock { $0.onOpen = {} }
        // What is done when another folder is found.
        let former = library.state.withLock { $0.current }
        let next = try library.openNext(former.backend, number: library.takeNumber(), control: CallControl())
        #expect(library.replaceCurrent(by: next, insteadOf: former) === former)
        former.retire()
        gate.open()
        try await slow.value
        #expect(library.backend.id == "scripted-two")
        library.close()
    }

    @Test("Swapping the backend to a file that was replaced gives the new content, under the same path")
    func replacedFile() async throws {
        let folder = try PluginFolder()
        let path = try folder.add("good", as: "plugin", id: "old")
        let library = try await folder.open(.path(path))
        for id in ["new", "newer"] {
            let next = try PluginStore.path("good", id: id)
            try FileManager.default.copyItem(atPath: next, toPath: path + ".new")
            #expect(rename(path + ".new", path) == 0)
            try await library.swap(to: .path(path))
            #expect(library.backend.id == id && library.backendPath == path)
            #expect(try await library.collections().count == 2)
        }
        library.close()
    }

    @Test(
        "A library that is opened again by a plugin whose file was replaced makes no images in the name of the new file"
    )
    func replacedRenderer() async throws {
        let folder = try PluginFolder()
        let path = try folder.add("good", as: "plugin", id: "old")
        let library = try await folder.open(.path(path))
        defer { library.close() }
        let other = try PluginStore.path("good", id: "new")
        try FileManager.default.copyItem(atPath: other, toPath: path + ".new")
        #expect(rename(path + ".new", path) == 0)
        // What is done when another folder took the library's place.
        let former = library.state.withLock { $0.current }
        let again = try library.openNext(former.backend, number: library.takeNumber(), control: CallControl())
        #expect(again.renderer == former.renderer && !again.renderer.isUnchanged)
        again.shutDown()
    }

    @Test("Swapping the backend to a file that replaced a faulty one does not meet the faulty one again")
    func repairedFile() async throws {
        let folder = try PluginFolder()
        let path = try folder.add("newer_abi", as: "plugin")
        #expect(throws: PhotoError.self) { try folder.directRegistry.select(.path(path)) }
        #expect(throws: PhotoError.self) { try folder.directRegistry.select(.path(path)) }
        let good = try PluginStore.path("good", id: "repaired")
        try FileManager.default.copyItem(atPath: good, toPath: path + ".new")
        #expect(rename(path + ".new", path) == 0)
        #expect(try folder.directRegistry.select(.path(path)).info.id == "repaired")
    }
}
