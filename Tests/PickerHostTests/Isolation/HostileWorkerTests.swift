import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

/// What a worker says is what a stranger says. Each lie ends the worker that tells it, and costs the call.
@Suite("A worker that lies", .timeLimit(.minutes(15))) struct HostileWorkerTests {
    private static func library(
        _ lie: String, silenceMilliseconds: Int = 20_000, graceMilliseconds: Int = 10_000
    ) async throws -> (PhotoLibrary, PluginFolder) {
        let folder = try PluginFolder()
        // Its name says which lie is told. What runs in its place, also to try it, is the liar.
        let plugin = try folder.add("good", as: lie)
        let workers = BackendIsolation.Workers(
            executable: try HostileWorker.program, silenceMilliseconds: silenceMilliseconds,
            graceMilliseconds: graceMilliseconds)
        let registry = BackendRegistry(searchPath: folder.searchPath, probe: nil, isolation: .worker(workers))
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(root: folder.photos.path, backend: .path(plugin)), registry: registry)
        return (library, folder)
    }

    /// Runs `body` with a library whose worker tells a lie, and expects that it is found out.
    private static func expectRefusal<Output>(
        of lie: String, saying words: String = "was ended because it sent an invalid message",
        silenceMilliseconds: Int = 20_000,
        sourceLocation: SourceLocation = #_sourceLocation, _ body: (PhotoLibrary) async throws -> Output
    ) async throws {
        let (library, folder) = try await library(lie, silenceMilliseconds: silenceMilliseconds)
        defer { library.close() }
        let error = await #expect(throws: PhotoError.self, sourceLocation: sourceLocation) { try await body(library) }
        let message = error?.message ?? ""
        #expect(message.contains(words), "\(message)", sourceLocation: sourceLocation)
        withExtendedLifetime(folder) {}
    }

    private static let options = ImageOptions(targetSize: PixelSize(width: 64, height: 64), resizeMode: .exact)

    private static func window(_ library: PhotoLibrary) async throws -> [Asset] {
        try await library.fetch(.all).window(offset: 0, length: 1)
    }

    @Test("A worker that lies about nothing is believed: what is refused below is refused for the lie")
    func truth() async throws {
        let (library, folder) = try await Self.library("truth")
        defer { library.close() }
        let bytes = try await library.read(RepresentationReference(localIdentifier: "a"), offset: 0, count: 4096)
        #expect(bytes == Array("truth".utf8))
        #expect(try await Self.window(library).map(\.filename) == ["liar.jpg"])
        let image = try await library.requestImage(for: "a", options: Self.options).finalImage()
        #expect(image.pixels.size == PixelSize(width: 64, height: 64))
        let error = await #expect(throws: PhotoError.self) { try await library.details(of: "a") }
        #expect(error?.message == "no such asset")
        withExtendedLifetime(folder) {}
    }

    @Test(
        "A worker that lies about how many bytes it read gets none of the host's memory out",
        arguments: ["read-without-bytes", "read-more-than-asked"])
    func read(lie: String) async throws {
        try await Self.expectRefusal(of: lie) { library in
            try await library.read(RepresentationReference(localIdentifier: "a"), offset: 0, count: 4096)
        }
    }

    @Test("A worker that lies about how long its error's words are gets none of the host's memory into them")
    func error() async throws {
        try await Self.expectRefusal(of: "error-without-words") { try await $0.details(of: "a") }
    }

    @Test(
        "A worker that lies about the file that a frame is in has it refused before it is mapped",
        arguments: ["frame-sparse", "frame-larger-file", "frame-unsealed", "frame-on-disk"])
    func file(lie: String) async throws {
        try await Self.expectRefusal(of: lie) { library in
            try await library.requestImage(for: "a", options: ImageOptions(targetSize: nil)).finalImage()
        }
    }

    @Test(
        "A worker that lies by a frame with gaps, or with more pixels than were asked for, has it refused unmapped",
        arguments: ["frame-with-gaps", "frame-of-pixels-not-asked"])
    func frame(lie: String) async throws {
        try await Self.expectRefusal(of: lie, saying: "impossible planes") { library in
            try await library.requestImage(for: "a", options: Self.options).finalImage()
        }
    }

    @Test("A worker that tells the truth about where a frame is has it copied from there")
    func heldFrame() async throws {
        let (library, folder) = try await Self.library("held-frame")
        defer { library.close() }
        let image = try await library.requestImage(for: "a", options: ImageOptions(targetSize: nil)).finalImage()
        #expect(image.pixels.size == PixelSize(width: 1024, height: 1024))
        let plane = image.pixels.planes[0]
        #expect(UnsafeBufferPointer(start: plane.base, count: plane.stride * 1024).allSatisfy { $0 == 1 })
        withExtendedLifetime(folder) {}
    }

    @Test(
        "A worker that lies about where a frame is gets no memory copied, and may send it in a file",
        arguments: ["held-frame-nowhere", "held-frame-of-the-kernel", "held-frame-in-part"])
    func heldElsewhere(lie: String) async throws {
        let (library, folder) = try await Self.library(lie)
        defer { library.close() }
        let image = try await library.requestImage(for: "a", options: ImageOptions(targetSize: nil)).finalImage()
        #expect(image.pixels.size == PixelSize(width: 64, height: 64))
        withExtendedLifetime(folder) {}
    }

    @Test(
        "A worker that lies by a frame that it may not hold, or by a file with one that it holds, is ended",
        arguments: ["held-frame-too-large", "held-frame-too-small", "held-frame-with-a-file"])
    func heldTooLarge(lie: String) async throws {
        try await Self.expectRefusal(of: lie) { library in
            try await library.requestImage(for: "a", options: ImageOptions(targetSize: nil)).finalImage()
        }
    }

    @Test("A worker that holds a frame with more pixels than were asked for has it refused uncopied")
    func heldPixels() async throws {
        try await Self.expectRefusal(of: "held-frame-of-pixels-not-asked", saying: "impossible planes") { library in
            let options = ImageOptions(targetSize: PixelSize(width: 1024, height: 1024), resizeMode: .exact)
            return try await library.requestImage(for: "a", options: options).finalImage()
        }
    }

    @Test(
        "A worker that lies by more records than a window holds, by records without end or by a file among them is ended",
        arguments: ["more-assets-than-asked", "records-without-end", "records-with-a-file"])
    func records(lie: String) async throws {
        try await Self.expectRefusal(of: lie) { try await Self.window($0) }
    }

    private static func image(_ library: PhotoLibrary) async throws -> Frame {
        try await library.requestImage(for: "a", options: options).finalImage()
    }

    @Test(
        "A worker that floods the host with messages that are not answered is ended",
        arguments: ["logs-without-end", "progress-without-end", "logs-outside-of-calls-without-end"])
    func messages(lie: String) async throws {
        try await Self.expectRefusal(of: lie, saying: "was ended because it sent more messages than the host takes in")
        {
            try await Self.image($0)
        }
    }

    @Test("A worker that sends degraded frames without end is ended")
    func degradedFrames() async throws {
        try await Self.expectRefusal(
            of: "degraded-frames-without-end", saying: "was ended because it sent more frames than a call has"
        ) { try await Self.image($0) }
    }

    @Test(
        "A worker that sends frames after the final one fails the call, and with many of them it is ended",
        arguments: [
            ("frame-twice", "it delivered a frame after the final one"),
            ("frame-many-times", "was ended because it sent an invalid message"),
        ])
    func surplusFrames(lie: String, words: String) async throws {
        try await Self.expectRefusal(of: lie, saying: words) { try await Self.image($0) }
    }

    @Test("A worker that asks for more of a new photo than a message holds is ended")
    func source() async throws {
        try await Self.expectRefusal(of: "asks-for-too-much") { library in
            try await library.requestAuthorization()
            return try await library.add(NewAsset(filename: "a.jpg", bytes: [1, 2, 3]))
        }
    }

    @Test("A worker that sends a message byte after byte is as silent as one that sends nothing")
    func trickle() async throws {
        try await Self.expectRefusal(
            of: "message-that-never-ends", saying: "gave no sign of life for 2000 ms", silenceMilliseconds: 2000
        ) { try await Self.image($0) }
    }

    @Test("A worker that reports now and then and never asks whether to go on is ended when its call was cancelled")
    func neverAsks() async throws {
        let (library, folder) = try await Self.library("progress-without-asking", graceMilliseconds: 1000)
        defer { library.close() }
        let worker = try #require(Self.worker(of: folder))
        // On a busy machine a call may be cancelled before its worker has it.
        for _ in 0..<20 where Self.isRunning(worker) {
            let begun = library.imageWorkCounts.begun
            let task = Task { try await Self.image(library) }
            try await wait { library.imageWorkCounts.begun > begun }
            try await Task.sleep(for: .milliseconds(500))
            task.cancel()
            _ = await task.result
            for _ in 0..<50 where Self.isRunning(worker) { try await Task.sleep(for: .milliseconds(100)) }
        }
        #expect(!Self.isRunning(worker))
    }

    /// The process whose arguments name a plugin of the folder.
    private static func worker(of folder: PluginFolder) -> pid_t? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.first { process in
            let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
            return String(decoding: line, as: UTF8.self).contains("worker\0\(folder.plugins.path)/")
        }
    }

    private static func isRunning(_ process: pid_t) -> Bool {
        FileManager.default.fileExists(atPath: "/proc/\(process)")
    }

    @Test("A worker that ends is seen to, whatever else holds its control channel")
    func heir() async throws {
        try await Self.expectRefusal(of: "heir", saying: "ended by itself with exit code 3") {
            try await Self.image($0)
        }
    }

    @Test("A worker that sends nonsense outside of calls is ended at once, with the calls in it")
    func controlNonsense() async throws {
        try await Self.expectRefusal(of: "nonsense-outside-of-calls") { try await Self.image($0) }
    }

    /// Descriptors of files that a worker sent beyond what was to come.
    private static var surplusFiles: Int {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return numbers.filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.contains("surplus")
                == true
        }.count
    }

    @Test(
        "A worker that sends descriptors without end is ended, and none of them stays in the host",
        arguments: ["files-without-end", "files-outside-of-calls-without-end"])
    func files(lie: String) async throws {
        let words = lie == "files-without-end" ? "an invalid message" : "more messages than the host takes in"
        try await Self.expectRefusal(of: lie, saying: words) { try await Self.image($0) }
        // Another test of the same process may hold one for a moment; what stays, stays for good.
        try await wait { Self.surplusFiles == 0 }
    }

    @Test("A worker that sends many files with a frame has all but the frame's own closed")
    func manyFiles() async throws {
        let (library, folder) = try await Self.library("frame-with-many-files")
        defer { library.close() }
        let image = try await Self.image(library)
        #expect(image.pixels.size == PixelSize(width: 64, height: 64))
        // Another test of the same process may hold some for a moment.
        try await wait { Self.surplusFiles <= 1 }
        withExtendedLifetime(folder) {}
    }

    @Test("A worker that closes the channel of a call, and keeps the one that controls it, is ended")
    func closedChannel() async throws {
        try await Self.expectRefusal(of: "closes-its-channel", saying: "was ended because it closed a channel") {
            try await Self.image($0)
        }
    }
}
