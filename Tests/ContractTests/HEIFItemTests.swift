import PhotoModel
import PickerHost
import TestSupport
import Testing

@Suite(
    "The images inside HEIF files", .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.explanation)),
    .overFolders(because: "the images in files are not offered"))
struct HEIFItemTests {
    private func withCorpus(
        _ backend: BackendUnderTest = .heif, _ body: (PhotoLibrary) async throws -> Void
    ) async throws {
        let library = try await backend.open(Corpus.path + "/heif")
        defer { library.close() }
        try await body(library)
    }

    @Test("are listed with what they are, the main one first")
    func listed() async throws {
        try await withCorpus { library in
            let photo = try await library.asset("camera/photoprism__iphone_15_pro.heic")
            let items = try await library.items(of: photo.localIdentifier)
            #expect(items.first?.kind == .primary && items.filter { $0.kind == .primary }.count == 1)
            #expect(items.first?.pixelWidth == 3024 && items.first?.pixelHeight == 4032)
            #expect(items.contains { $0.kind == .thumbnail })
            let map = items.first { $0.kind == .auxiliary }
            #expect(map?.auxiliaryType == "urn:com:apple:photo:2020:aux:hdrgainmap")
            let burst = try await library.asset("features/pillow_heif__bird_burst.heic")
            let frames = try await library.items(of: burst.localIdentifier).filter { $0.kind == .image }
            #expect(frames.count == 3 && frames.allSatisfy { $0.pixelWidth == 1280 && $0.pixelHeight == 720 })
        }
    }

    @Test("have pixels of their own")
    func requested() async throws {
        try await withCorpus { library in
            let options = ImageOptions(targetSize: nil, deliveryMode: .highQualityFormat)
            for path in ["features/pillow_heif__bird_burst.heic", "features/libheif__with-alpha-512x512.heic"] {
                let photo = try await library.asset(path)
                for item in try await library.items(of: photo.localIdentifier) {
                    let image = try await library.requestImage(
                        ofItem: item.id, for: photo.localIdentifier, options: options
                    ).finalImage().pixels
                    #expect(image.size == PixelSize(width: item.pixelWidth, height: item.pixelHeight), "\(item)")
                    if item.kind == .alpha { #expect(image.format == .gray8) }
                }
            }
        }
    }

    @Test("that are not there are an error, as are those of files that hold one image by their format")
    func missing() async throws {
        try await withCorpus { library in
            let photo = try await library.asset("camera/pillow_heif__arrow.heic")
            let request = library.requestImage(
                ofItem: 4_000_000, for: photo.localIdentifier, options: ImageOptions(targetSize: nil))
            let error = await #expect(throws: (any Error).self) { try await request.finalImage() }
            #expect((error as? PhotoError)?.status == .invalidArgument, "\(String(describing: error))")
            let png = try await library.asset("avif/Pillow__star.png")
            await #expect(throws: PhotoError.self) { try await library.items(of: png.localIdentifier) }
        }
    }

    @Test("are listed only by a backend with the capability", arguments: BackendUnderTest.all)
    func capability(backend: BackendUnderTest) async throws {
        try await withCorpus(backend) { library in
            let photo = try await library.asset("camera/pillow_heif__arrow.heic")
            do {
                _ = try await library.items(of: photo.localIdentifier)
                #expect(backend.id == "heif")
            } catch {
                #expect((error as? PhotoError)?.status == .unsupported && backend.id != "heif")
            }
        }
    }

    @Test("change nothing about identifiers, dates and sizes: all backends give the same")
    func identifiers() async throws {
        var listed: [[String]] = []
        for backend in BackendUnderTest.all {
            try await withCorpus(backend) { library in
                let assets = try await library.fetch().window(offset: 0, length: .max)
                let lines = assets.map { asset in
                    let created = asset.creation.map { "\($0.time.milliseconds)" } ?? "never"
                    return "\(asset.localIdentifier) \(created) \(asset.pixelWidth)x\(asset.pixelHeight)"
                }
                listed.append(lines.sorted())
            }
        }
        #expect(listed[0].count > 100)
        #expect(listed[1] == listed[0] && listed[2] == listed[0])
    }
}
