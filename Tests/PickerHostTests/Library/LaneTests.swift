import BackendKit
import PhotoModel
import Platform
import Testing

@testable import PickerHost

@Suite("Lanes of calls", .timeLimit(.minutes(15))) struct LaneTests {
    @Test("Albums, fetches and originals are answered while every thread for images is at work")
    func busyImages() async throws {
        let gate = Latch()
        let script = try LibraryScript {
            $0.assets = [sampleAsset("a")]
            $0.bytes = [1, 2, 3]
            $0.image = { (_, _, _, deliver) throws(PhotoError) in
                gate.pass()
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8)))
            }
        }
        let library = try await script.open(threads: 2)
        // More than there are threads, and equal to none.
        let images = (1...5).map { width in
            let options = ImageOptions(targetSize: PixelSize(width: width, height: 9))
            return Task { try await library.requestImage(for: "a", options: options).finalImage() }
        }
        await script.log.wait(for: "image a", count: 2)
        _ = try await library.collections()
        let result = try await library.fetch()
        #expect(try await result.count() == 1)
        #expect(try await result.window(offset: 0, length: 1).count == 1)
        #expect(try await library.count(of: .all) == 1)
        let read = try await library.read(RepresentationReference(localIdentifier: "a"), offset: 0, count: 2)
        #expect(read == [1, 2] && script.log.count(of: "image a") == 2)
        gate.open()
        for image in images { _ = try await image.value }
        library.close()
    }

    @Test("Photos that hang in a backend stop neither albums nor other images, and are refused in the end")
    func hangingPhotos() async throws {
        let gate = Latch()
        let script = try LibraryScript {
            $0.image = { (identifier, _, _, deliver) throws(PhotoError) in
                // Asks nothing, and hears nothing.
                if identifier.hasPrefix("hanging") { gate.pass() }
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8)))
            }
        }
        let library = try await script.open(threads: 2)
        let options = ImageOptions(targetSize: nil)
        let hanging = (1...2).map { number in
            Task { try await library.encodedImage(of: "hanging\(number)", options: options, encoding: .png) }
        }
        for number in 1...2 { await script.log.wait(for: "image hanging\(number)") }
        _ = try await library.collections()
        // As when their time is over.
        library.lanes.images.giveUpLate(at: .max)
        _ = try await library.encodedImage(of: "sound", options: options, encoding: .png)
        for task in hanging {
            let error = await #expect(throws: PhotoError.self) { try await task.value }
            #expect(error?.status == .deadline && error?.message.contains("scripted-one") == true)
        }
        gate.open()
        library.close()
    }

    @Test("Images wait for memory, and are made one after the other where there is little")
    func memory() async throws {
        let gate = Latch()
        let script = try LibraryScript {
            $0.image = { (_, _, _, deliver) throws(PhotoError) in
                gate.pass()
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8)))
            }
        }
        // Less than any takes: each runs alone, though there are threads for more.
        let library = try await script.open(threads: 4, imageMemory: 1000)
        func request(_ identifier: String) -> ImageRequest {
            library.requestImage(for: identifier, options: ImageOptions(targetSize: nil))
        }
        // Of those that wait the newest comes first: the first one must have begun before there are others.
        var images = [request("1")]
        await script.log.wait(for: "image 1")
        images += [request("2"), request("3")]
        _ = try await library.collections()
        #expect(script.heard.withLock { $0.imagesOf } == ["1"])
        gate.open()
        for image in images { _ = try await image.finalImage() }
        library.close()
    }
}
