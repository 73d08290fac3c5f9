import BackendKit
import PhotoModel
import Platform
import Testing

@testable import PickerHost

@Suite("Cancelling", .timeLimit(.minutes(15))) struct CancellationTests {
    private static let options = ImageOptions(targetSize: nil)

    /// A library with one thread, whose images take until they are cancelled.
    private func slowLibrary() async throws -> (PhotoLibrary, LibraryScript) {
        let script = try LibraryScript {
            $0.image = { (_, _, call, _) throws(PhotoError) in try waitForEnd(of: call) }
        }
        return (try await script.open(threads: 1), script)
    }

    @Test("Cancelling the task that waits for an image ends the backend's call and frees the thread")
    func consumingTask() async throws {
        let (library, script) = try await slowLibrary()
        let task = Task { try await library.requestImage(for: "a", options: Self.options).finalImage() }
        await script.log.wait(for: "image a")
        task.cancel()
        await script.log.wait(for: "image a ended")
        await #expect(throws: CancellationError.self) { try await task.value }
        _ = try await library.collections()
        library.close()
    }

    @Test("Cancelling a task ends the call of a C backend and frees the thread")
    func slowPlugin() async throws {
        let folder = try PluginFolder()
        try folder.add("slow_image")
        let library = try await folder.open(threads: 1)
        let task = Task {
            try await library.encodedImage(of: "minimal-portrait", options: Self.options, encoding: .png)
        }
        // Both wait for the only thread; whichever comes first, the image ends only when it is cancelled.
        task.cancel()
        let error = await #expect(throws: PhotoError.self) { try await task.value }
        #expect(error?.status == .cancelled)
        #expect(try await library.collections().count == 2)
        library.close()
    }

    @Test("Cancelling by dropping the request ends the backend's call")
    func droppedRequest() async throws {
        let (library, script) = try await slowLibrary()
        var request: ImageRequest? = library.requestImage(for: "a", options: Self.options)
        await script.log.wait(for: "image a")
        #expect(request != nil)
        request = nil
        await script.log.wait(for: "image a ended")
        library.close()
    }

    @Test("Cancelling by leaving the loop ends the backend's call")
    func brokenLoop() async throws {
        let script = try LibraryScript {
            $0.image = { (_, _, call, deliver) throws(PhotoError) in
                let pixels = ReleaseCounter().buffer(.rgb8)
                _ = deliver(Frame(pixels: pixels, isDegraded: true, isFinal: false))
                try waitForEnd(of: call)
            }
        }
        let library = try await script.open(threads: 1)
        for try await result in library.requestImage(for: "a", options: Self.options) where result.isDegraded { break }
        await script.log.wait(for: "image a ended")
        library.close()
    }

    @Test("Cancelling what still waits for a thread never reaches the backend")
    func queued() async throws {
        let (library, script) = try await slowLibrary()
        let first = Task { try await library.requestImage(for: "first", options: Self.options).finalImage() }
        await script.log.wait(for: "image first")
        let queued = Task { try await library.encodedImage(of: "queued", options: Self.options, encoding: .png) }
        do { _ = library.requestImage(for: "dropped", options: Self.options) }
        queued.cancel()
        first.cancel()
        let error = await #expect(throws: PhotoError.self) { try await queued.value }
        #expect(error?.status == .cancelled)
        _ = try await library.collections()
        #expect(script.heard.withLock { $0.imagesOf } == ["first"])
        library.close()
    }

    @Test(
        "A call whose time is over while the host encodes its image is not one that was cancelled",
        arguments: [ImageEncoding.png, .jpeg(quality: 80), .webp(quality: 80)])
    func encoding(_ encoding: ImageEncoding) throws {
        let frame = Frame(pixels: ReleaseCounter().buffer(.rgb8, width: 600, height: 400))
        let late = CallControl(deadline: 1)
        #expect(throws: PhotoError.deadline) { try frame.encoded(encoding, cancellation: late.cancellation) }
        let unwanted = CallControl()
        unwanted.cancel()
        let error = #expect(throws: PhotoError.self) {
            try frame.encoded(encoding, cancellation: unwanted.cancellation)
        }
        #expect(error?.status == .cancelled)
    }

    @Test("Cancelling before the call was made gives an error at once, and no call")
    func beforehand() async throws {
        let (library, script) = try await slowLibrary()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await library.collections()
        }
        let error = await #expect(throws: PhotoError.self) { try await task.value }
        #expect(error?.status == .cancelled && script.log.count(of: "collections") == 0)
        library.close()
    }
}
