import Foundation
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("A worker", .timeLimit(.minutes(15))) struct WorkerLossTests {
    @Test("A worker serves one library, and is gone when that is closed")
    func oneEach() async throws {
        let shelf = try WorkerShelf()
        let first = try await shelf.open()
        let second = try await shelf.open()
        #expect(shelf.processes.count == 2)
        #expect(try await first.image().size == PixelSize(width: 48, height: 64))
        first.close()
        try await wait { shelf.processes.count == 1 }
        #expect(try await second.fetch().count() == 2)
        second.close()
        try await wait { shelf.processes.isEmpty }
    }

    @Test("A worker finds nothing of the host's environment but what every program needs")
    func environment() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        defer { library.close() }
        let process = try #require(shelf.processes.first)
        let listed = Environment.Inheritance.listed
        let own = Environment.all().map { String($0.prefix { $0 != "=" }) }
        try #require(
            own.contains { !listed.contains($0) }, "nothing to hide: the test is to be run with an environment")
        let variables = FileManager.default.contents(atPath: "/proc/\(process)/environ") ?? Data()
        let names = variables.split(separator: 0).map {
            String(decoding: $0.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        }
        #expect(names.contains("TMPDIR") && names.filter { !listed.contains($0) } == ["SWIFT_BACKTRACE"])
    }

    @Test("A worker that crashes once costs nothing: the image is made by the next one")
    func crashOnce() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        let before = shelf.processes
        shelf.say("crash-once")
        #expect(try await library.image().size == PixelSize(width: 48, height: 64))
        #expect(shelf.processes.count == 1 && shelf.processes != before)
        library.close()
        try await wait { shelf.processes.isEmpty }
    }

    @Test("A worker that crashes again costs the image, whose error says how it ended, and nothing else")
    func crash() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        shelf.say("crash")
        let error = await #expect(throws: PhotoError.self) { try await library.image() }
        #expect(error?.status == .internal)
        // A sanitizer makes an exit code of a signal.
        let ends = ["was ended by signal 11", "ended by itself with exit code"]
        #expect(ends.contains { error?.message.contains("the worker of backend minimal \($0)") == true })
        #expect(try await library.collections().count == 2)
        shelf.unsay("crash")
        shelf.say("changed")
        #expect(try await library.image().size == PixelSize(width: 48, height: 64))
        library.close()
        try await wait { shelf.processes.isEmpty }
    }

    @Test("A worker that is killed while images are made costs nothing")
    func killed() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        shelf.say("wait")
        async let images = withThrowingTaskGroup(of: PixelSize.self) { group in
            for _ in 0..<4 { group.addTask { try await library.image().size } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try await wait { shelf.isSaid("asked") }
        let process = try #require(shelf.processes.first)
        kill(process, SIGKILL)
        try await wait { !shelf.processes.contains(process) }
        shelf.unsay("wait")
        #expect(try await images == Array(repeating: PixelSize(width: 48, height: 64), count: 4))
        library.close()
        try await wait { shelf.processes.isEmpty }
    }

    @Test("A worker that ends after the final frame of an image costs nothing: the image is there")
    func endedAfterFrame() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        defer { library.close() }
        shelf.say("end-after-frame")
        #expect(try await library.image().size == PixelSize(width: 48, height: 64))
        #expect(!shelf.isSaid("end-after-frame"))
    }

    @Test("A worker that ends between calls costs nothing, and fetch results go on where they were")
    func killedIdle() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        let result = try await library.fetch()
        let seen = try await result.window(offset: 0, length: 1)
        #expect(try await result.count() == 2)
        kill(try #require(shelf.processes.first), SIGKILL)
        try await wait { shelf.processes.isEmpty }
        #expect(try await result.window(offset: 0, length: 1) == seen)
        #expect(try await result.window(offset: 1, length: 5).count == 1)
        #expect(shelf.processes.count == 1)
        library.close()
    }

    @Test(
        "A worker that ends costs a fetch result nothing whose backend knows the count when it was read, and not before"
    )
    func killedOfPages() async throws {
        let shelf = try WorkerShelf("misbehaving/reads_pages")
        let library = try await shelf.open()
        defer { library.close() }
        let result = try await library.fetch()
        let seen = try await result.window(offset: 0, length: 1)
        #expect(try await result.knownCount() == nil)
        #expect(try await result.window(offset: 1, length: 5).count == 1)
        #expect(try await result.knownCount() == 2)
        kill(try #require(shelf.processes.first), SIGKILL)
        try await wait { shelf.processes.isEmpty }
        #expect(try await result.window(offset: 0, length: 1) == seen)
        #expect(try await result.knownCount() == 2)
    }

    @Test("A worker reads what has no version in one piece, so that it is of one")
    func unversioned() async throws {
        let shelf = try WorkerShelf("misbehaving/reads_pages")
        let library = try await shelf.open()
        defer { library.close() }
        let any = RepresentationReference(localIdentifier: "minimal-portrait")
        let bytes = try await library.read(any, offset: 0, count: 9 << 20)
        #expect(bytes.count == 9 << 20 && bytes.first == bytes.last)
    }

    @Test("A worker whose plugin gives a record that no message can carry fails the call, instead of ending the list")
    func tooLarge() async throws {
        let shelf = try WorkerShelf("misbehaving/reads_pages")
        let library = try await shelf.open()
        defer { library.close() }
        shelf.say("huge")
        let error = await #expect(throws: PhotoError.self) { try await library.details(of: "minimal-portrait") }
        #expect(
            error?.status == .internal && error?.message.contains("larger than a message") == true, "\(error as Any)")
        shelf.unsay("huge")
        #expect(try await library.details(of: "minimal-portrait").asset.localIdentifier == "minimal-portrait")
    }

    @Test(
        "A worker that ended while the photos are away is replaced when they are back, and until then each call says why"
    )
    func away() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        defer { library.close() }
        shelf.say("away")
        kill(try #require(shelf.processes.first), SIGKILL)
        try await wait { shelf.processes.isEmpty }
        let end = ContinuousClock.now + .seconds(4)
        while ContinuousClock.now < end {
            let error = await #expect(throws: PhotoError.self) { try await library.fetch() }
            #expect(error?.status == .offline && error?.message == "the shelf is away", "\(error as Any)")
            try await Task.sleep(for: .milliseconds(200))
        }
        shelf.unsay("away")
        try await Task.sleep(for: .milliseconds(1500))
        #expect(try await library.fetch().count() == 2)
    }

    @Test("A worker that was not waited for until it had opened the library is none that ended at once")
    func cancelledStarts() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        defer { library.close() }
        kill(try #require(shelf.processes.first), SIGKILL)
        try await wait { shelf.processes.isEmpty }
        for _ in 0..<6 {
            shelf.unsay("opening")
            shelf.say("open-late")
            let task = Task { try await library.fetch() }
            try await wait { shelf.isSaid("opening") }
            task.cancel()
            shelf.unsay("open-late")
            let error = await #expect(throws: PhotoError.self) { try await task.value }
            #expect(error?.status == .cancelled, "\(error as Any)")
        }
        #expect(try await library.fetch().count() == 2)
    }

    @Test("A worker whose library makes no sizes exact, though its backend does, has its frames scaled by the host")
    func inexact() async throws {
        let shelf = try WorkerShelf("misbehaving/lacks_exact_size")
        let options = ImageOptions(targetSize: PixelSize(width: 12, height: 16), resizeMode: .exact)
        for library in [try await shelf.openHere(), try await shelf.open()] {
            defer { library.close() }
            let image = try await library.requestImage(for: "minimal-portrait", options: options).finalImage()
            #expect(image.pixels.size == PixelSize(width: 12, height: 16))
        }
    }

    @Test("A worker that hangs is ended, its call fails, and the next one serves")
    func hang() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open(.init(silenceMilliseconds: 5000))
        shelf.say("hang")
        let error = await #expect(throws: PhotoError.self) { try await library.image() }
        #expect(error?.status == .internal)
        #expect(error?.message.contains("gave no sign of life for 5000 ms") == true)
        shelf.unsay("hang")
        #expect(try await library.image().size == PixelSize(width: 48, height: 64))
        library.close()
        try await wait { shelf.processes.isEmpty }
    }

    @Test(
        "A worker cannot write into the library of a backend that does not add to it",
        .enabled(if: BackendIsolation.confinement.contains { $0.contains("(Landlock") }))
    func trespass() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        defer { library.close() }
        shelf.say("trespass")
        let error = await #expect(throws: PhotoError.self) { try await library.image() }
        #expect(error?.status == .accessDenied)
        #expect(!FileManager.default.fileExists(atPath: shelf.folder.photos.path("trespassed")))
    }

    @Test("A worker hears that its call was cancelled")
    func cancelled() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        let process = shelf.processes
        shelf.say("wait")
        let task = Task {
            try await library.encodedImage(of: "minimal-portrait", options: WorkerShelf.options, encoding: .png)
        }
        try await wait { shelf.isSaid("asked") }
        task.cancel()
        let error = await #expect(throws: PhotoError.self) { try await task.value }
        #expect(error?.status == .cancelled)
        #expect(shelf.processes == process)
        library.close()
    }

    @Test("A worker is ended with a call in it when the library is closed")
    func closedInCall() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        shelf.say("wait")
        let task = Task { try await library.image() }
        try await wait { shelf.isSaid("asked") }
        library.close()
        let error = await #expect(throws: PhotoError.self) { try await task.value }
        #expect(error?.status == .closed)
        try await wait { shelf.processes.isEmpty }
    }

    @Test("A worker gives way to another one in a swap, and is gone then")
    func swapped() async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        let before = shelf.processes
        let frame = try await library.image()
        try await library.swap(to: .path(shelf.plugin))
        try await wait { shelf.processes.count == 1 && shelf.processes != before }
        #expect(try await library.image().size == frame.size)
        library.close()
        try await wait { shelf.processes.isEmpty }
        // Its memory is the host's.
        #expect(frame.planes[0].base[2] == 128)
    }

    @Test(
        "A worker that cannot load its plugin says why, as the plugin in this process does", arguments: Fault.whenOpened
    )
    func faulty(fault: Fault) async throws {
        let shelf = try WorkerShelf(fault.name)
        let error = await #expect(throws: PhotoError.self) { try await shelf.open() }
        #expect(error?.status == fault.status && fault.isNamed(in: error?.message ?? ""))
        try await wait { shelf.processes.isEmpty }
    }

    @Test("A worker whose frames break the rules is refused in the same words", arguments: Fault.whenAskedForImages)
    func faultyImages(fault: Fault) async throws {
        let shelf = try WorkerShelf(fault.name)
        let library = try await shelf.open()
        defer { library.close() }
        let error = await #expect(throws: PhotoError.self) { try await library.image() }
        #expect(error?.status == fault.status && fault.isNamed(in: error?.message ?? ""))
    }

    @Test(
        "A worker is started again with the plugin that was loaded, whatever became of its file",
        arguments: ["removed", "garbage", "another"])
    func replacedPlugin(how: String) async throws {
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        defer { library.close() }
        switch how {
        case "garbage": try Data("not a plugin".utf8).write(to: URL(fileURLWithPath: shelf.plugin), options: .atomic)
        case "another":
            let other = try PluginStore.path("good", id: "another")
            let copy = shelf.plugin + ".new"
            try FileManager.default.copyItem(atPath: other, toPath: copy)
            #expect(rename(copy, shelf.plugin) == 0)
        default: try FileManager.default.removeItem(atPath: shelf.plugin)
        }
        for _ in 0..<2 {
            let before = shelf.processes
            kill(try #require(before.first), SIGKILL)
            try await wait { shelf.processes != before }
            #expect(try await library.image().size == PixelSize(width: 48, height: 64))
        }
        // It does what the first one does.
        shelf.say("crash-once")
        #expect(try await library.image().size == PixelSize(width: 48, height: 64))
        #expect(!shelf.isSaid("crash-once"))
    }

    @Test("A worker that is not installed is named, and its plugin is not tried in this process instead")
    func missing() async throws {
        let folder = try PluginFolder()
        let plugin = try folder.add("good")
        let workers = BackendIsolation.Workers(executable: folder.plugins.path("none"))
        let registry = BackendRegistry(searchPath: folder.searchPath, probe: nil, isolation: .worker(workers))
        let error = await #expect(throws: PhotoError.self) {
            try await PhotoLibrary.open(
                LibraryConfiguration(root: folder.photos.path, backend: .path(plugin)), registry: registry)
        }
        #expect(error?.message.contains("cannot be started: No such file or directory") == true)
        #expect(MinimalCounters(path: plugin) == nil, "it was loaded")
    }
}
