import BackendKit
import PhotoModel
import Platform
import Testing

@testable import PickerHost

@Suite("Images of a library", .timeLimit(.minutes(15))) struct ImageFacadeTests {
    private func script() throws -> LibraryScript {
        try LibraryScript {
            $0.image = { (_, _, _, deliver) throws(PhotoError) in
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8, width: 40, height: 20)))
            }
        }
    }

    @Test("Images of a library are asked for at full resolution without a target")
    func fullResolution() async throws {
        let script = try script()
        let library = try await script.open()
        _ = try await library.requestFullResolutionImage(for: "a", version: .original).finalImage()
        let asked = ImageOptions(targetSize: nil, deliveryMode: .highQualityFormat, version: .original)
        #expect(script.heard.withLock { $0.imageOptions } == [asked])
        library.close()
    }

    @Test("Images of a library that are posters fill their box")
    func poster() async throws {
        let script = try script()
        let library = try await script.open()
        _ = try await library.requestPosterImage(for: "a", size: PixelSize(width: 9, height: 9)).finalImage()
        #expect(script.heard.withLock { $0.imageOptions.first?.contentMode } == .aspectFill)
        library.close()
    }

    @Test("Images of a library have the exact size, which the host makes where the backend does not")
    func exactSize() async throws {
        let script = try script()
        let library = try await script.open(.path(ScriptedBackends.plain))
        let target = PixelSize(width: 8, height: 8)
        let fill = ImageOptions(targetSize: target, contentMode: .aspectFill, resizeMode: .exact)
        #expect(try await library.requestImage(for: "a", options: fill).finalImage().pixels.size == target)
        let fit = ImageOptions(targetSize: target, resizeMode: .exact)
        let fitted = try await library.requestImage(for: "a", options: fit).finalImage().pixels.size
        #expect(fitted == PixelSize(width: 8, height: 4))
        let fast = ImageOptions(targetSize: target, resizeMode: .fast)
        #expect(try await library.requestImage(for: "a", options: fast).finalImage().pixels.size.width == 40)
        library.close()
    }

    @Test("Images of a library can be had as the content of a JPEG or PNG file")
    func encoded() async throws {
        let library = try await script().open()
        let options = ImageOptions(targetSize: nil)
        let png = try await library.encodedImage(of: "a", options: options, encoding: .png)
        #expect(png.mimeType == "image/png" && png.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let jpeg = try await library.encodedImage(of: "a", options: options, encoding: .automatic(quality: 80))
        #expect(jpeg.mimeType == "image/jpeg" && jpeg.bytes.starts(with: [0xFF, 0xD8]))
        #expect(jpeg.size == PixelSize(width: 40, height: 20) && !jpeg.isDegraded)
        // Version 1, no alpha, eight columns and four rows.
        #expect(jpeg.previewHash.prefix(4) == [1, 0, 8, 4] && jpeg.previewHash.count == 4 + 8 * 4 * 3)
        library.close()
    }

    @Test(
        "Images of a library are incomplete when the backend says so, also as the content of a file",
        arguments: [true, false])
    func incomplete(isIncomplete: Bool) async throws {
        let script = try LibraryScript {
            $0.image = { (_, _, _, deliver) throws(PhotoError) in
                let pixels = ReleaseCounter().buffer(.rgb8, width: 4, height: 2)
                _ = deliver(Frame(pixels: pixels, isIncomplete: isIncomplete))
            }
        }
        let library = try await script.open()
        let options = ImageOptions(targetSize: nil)
        #expect(try await library.requestImage(for: "a", options: options).finalImage().isIncomplete == isIncomplete)
        let file = try await library.encodedImage(of: "a", options: options, encoding: .png)
        #expect(file.isIncomplete == isIncomplete)
        library.close()
    }

    @Test("Images of a library are key assets of a collection when they are of the media types asked for")
    func posterAsset() async throws {
        let script = try LibraryScript { $0.assets = [sampleAsset("v", .video), sampleAsset("i")] }
        let library = try await script.open()
        #expect(try await library.posterAsset(of: "c").localIdentifier == "v")
        #expect(try await library.posterAsset(of: "c", mediaTypes: .image).localIdentifier == "i")
        let error = await #expect(throws: PhotoError.self) {
            try await library.posterAsset(of: "c", mediaTypes: .audio)
        }
        #expect(error?.status == .notFound)
        library.close()
    }
}
