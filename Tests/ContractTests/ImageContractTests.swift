import PhotoFixtures
import PhotoModel
import PickerHost
import Platform
import TestSupport
import Testing

@Suite("Images, whatever the backend")
struct ImageContractTests {
    private static let colors = SamplePhoto.colors.map { $0.map(Double.init) }

    private func withPhoto(
        _ backend: BackendUnderTest, width: Int = 1200, height: Int = 900,
        _ body: (PhotoLibrary, String) async throws -> Void
    ) async throws {
        let folder = try FixtureFolder()
        try folder.writePhoto("photo.jpg", width: width, height: height)
        let library = try await backend.open(folder.path)
        defer { library.close() }
        try await body(library, try await library.asset("photo.jpg").localIdentifier)
    }

    @Test("fit the whole photo exactly when asked to", arguments: BackendUnderTest.all)
    func exactFit(backend: BackendUnderTest) async throws {
        try await withPhoto(backend) { library, photo in
            let options = ImageOptions(targetSize: PixelSize(width: 333, height: 333), resizeMode: .exact)
            let image = try await library.requestImage(for: photo, options: options).finalImage().pixels
            #expect(image.size == PixelSize(width: 333, height: 250))
            expectColors(try image.quarters(), Self.colors)
        }
    }

    @Test("fill the box exactly, cut from the centre, when asked to", arguments: BackendUnderTest.all)
    func exactFill(backend: BackendUnderTest) async throws {
        try await withPhoto(backend) { library, photo in
            let options = ImageOptions(
                targetSize: PixelSize(width: 200, height: 300), contentMode: .aspectFill, resizeMode: .exact)
            let image = try await library.requestImage(for: photo, options: options).finalImage().pixels
            #expect(image.size == PixelSize(width: 200, height: 300))
            expectColors(try image.quarters(), Self.colors)
        }
    }

    @Test(
        "have the exact size whatever the delivery, enlarged where the photo is smaller",
        arguments: BackendUnderTest.all)
    func exactWhateverDelivery(backend: BackendUnderTest) async throws {
        try await withPhoto(backend) { library, photo in
            for mode in [DeliveryMode.opportunistic, .highQualityFormat, .fastFormat] {
                for (box, expected) in [(150, "150x113"), (1100, "1100x825"), (1600, "1600x1200")] {
                    let options = ImageOptions(
                        targetSize: PixelSize(width: box, height: box), deliveryMode: mode, resizeMode: .exact)
                    let image = try await library.requestImage(for: photo, options: options).finalImage().pixels
                    #expect(image.size.description == expected)
                    expectColors(try image.quarters(), Self.colors)
                }
            }
        }
    }

    @Test(
        "are rendered to the exact size by the backend itself",
        .overFolders(because: "the host makes exact sizes of images that are kept ready"))
    func ownExactSize() async throws {
        let listings = BackendRegistry(searchPath: .built).listings()
        for backend in BackendUnderTest.all {
            let listing = try #require(listings.first { $0.description?.id == backend.id })
            #expect(listing.description?.capabilities.contains(.exactSize) == true)
        }
    }

    @Test("come in full resolution", arguments: BackendUnderTest.all)
    func fullResolution(backend: BackendUnderTest) async throws {
        try await withPhoto(backend) { library, photo in
            let image = try await library.requestFullResolutionImage(for: photo).finalImage().pixels
            #expect(image.size == PixelSize(width: 1200, height: 900))
        }
    }

    @Test("end with exactly one final image, degraded ones before it", arguments: BackendUnderTest.all)
    func delivery(backend: BackendUnderTest) async throws {
        try await withPhoto(backend) { library, photo in
            let modes: [DeliveryMode] = [.opportunistic, .highQualityFormat, .fastFormat]
            for mode in modes {
                for content in [ContentMode.aspectFit, .aspectFill] {
                    let options = ImageOptions(
                        targetSize: PixelSize(width: 120, height: 120), contentMode: content, deliveryMode: mode)
                    var results: [Frame] = []
                    for try await result in library.requestImage(for: photo, options: options) {
                        results.append(result)
                    }
                    #expect(results.last?.isFinal == true)
                    #expect(results.filter(\.isFinal).count == 1)
                    if mode == .highQualityFormat { #expect(results.allSatisfy { !$0.isDegraded }) }
                    if mode == .opportunistic { #expect(results.last?.isDegraded == false) }
                }
            }
        }
    }

    @Test(
        "of a large photo without a thumbnail come small first, the same part in the same colours",
        arguments: BackendUnderTest.all)
    func quickFirst(backend: BackendUnderTest) async throws {
        try await withPhoto(backend, width: 2000, height: 1500) { library, photo in
            for (side, mode) in [(nil, ContentMode.aspectFit), (1600, .aspectFit), (1100, .aspectFill)] {
                let target = side.map { PixelSize(width: $0, height: $0) }
                let options = ImageOptions(targetSize: target, contentMode: mode, resizeMode: .exact)
                var frames: [Frame] = []
                for try await frame in library.requestImage(for: photo, options: options) { frames.append(frame) }
                try #require(frames.count == 2, "\(side ?? 0): \(frames.count) frames")
                #expect(frames[0].isDegraded && !frames[0].isFinal && !frames[1].isDegraded && frames[1].isFinal)
                // What is kept ready may be as large.
                #expect(frames[0].pixels.size.width <= frames[1].pixels.size.width)
                for frame in frames { expectColors(try frame.pixels.quarters(), Self.colors) }
            }
        }
    }

    @Test("are cut to a crop in the photo's own pixels", arguments: BackendUnderTest.all)
    func crop(backend: BackendUnderTest) async throws {
        try await withPhoto(backend) { library, photo in
            var options = ImageOptions(targetSize: nil, crop: PixelRect(x: 600, y: 0, width: 600, height: 450))
            let image = try await library.requestImage(for: photo, options: options).finalImage().pixels
            #expect(image.size == PixelSize(width: 600, height: 450))
            expectColors(try image.quarters(), [[Double]](repeating: Self.colors[1], count: 4))
            options.crop = PixelRect(x: 1000, y: 0, width: 600, height: 450)
            let error = await #expect(throws: PhotoError.self) {
                try await library.requestImage(for: photo, options: options).finalImage()
            }
            #expect(error?.status == .invalidArgument)
        }
    }

    @Test("of files that are cut off are flagged, and those of whole files are not", arguments: BackendUnderTest.all)
    func incomplete(backend: BackendUnderTest) async throws {
        let files: [String: [UInt8]] = [
            "baseline.jpg": try SamplePhoto.jpeg(400, 300),
            "progressive.jpg": try SamplePhoto.jpeg(400, 300, isProgressive: true),
            "image.png": try SamplePhoto.grainyPNG(300, 200, hasAlpha: false),
            "clear.png": try SamplePhoto.grainyPNG(300, 200, hasAlpha: true),
            "image.gif": SamplePhoto.gif(40),
        ]
        let folder = try FixtureFolder()
        for (name, bytes) in files {
            try folder.write(name, bytes)
            try folder.write("cut-\(name)", SamplePhoto.cutOff(bytes))
        }
        let library = try await backend.open(folder.path)
        defer { library.close() }
        for name in files.keys.flatMap({ [$0, "cut-\($0)"] }) {
            let photo = try await library.asset(name).localIdentifier
            for target in [nil, PixelSize(width: 30, height: 30)] {
                let options = ImageOptions(targetSize: target, resizeMode: .exact)
                let result = try await library.requestImage(for: photo, options: options).finalImage()
                #expect(result.isIncomplete == name.hasPrefix("cut-"), "\(name)")
            }
        }
    }

    // In a process of its own: other tests use memory too.
    @Test("give back their memory: many crops leave no growth")
    func cropsDoNotLeak() async {
        await #expect(processExitsWith: .success) {
            for backend in BackendUnderTest.all { try await ImageContractTests().requestCrops(backend) }
        }
    }

    private func requestCrops(_ backend: BackendUnderTest) async throws {
        try await withPhoto(backend, width: 400, height: 300) { library, photo in
            let options = ImageOptions(
                targetSize: nil, deliveryMode: .highQualityFormat, crop: PixelRect(x: 0, y: 0, width: 400, height: 300))
            func request(_ times: Int) async throws {
                for _ in 0..<times {
                    _ = try await library.requestImage(for: photo, options: options).finalImage()
                }
            }
            // What is made once, and what the allocator keeps for the next requests.
            try await request(TestExtent.choose(100, all: 1500))
            let before = usedBytes()
            try await request(TestExtent.choose(120, all: 1000))
            // One leaked image of each of 120 requests would be 43 MB.
            #expect(usedBytes() - before < 30_000_000)
        }
    }

    /// A sanitizer keeps for a while what is freed, so that the system's count says nothing there.
    private func usedBytes() -> Int { AddressSanitizer.allocatedBytes ?? residentBytes() }

    @Test("of files that are no photos fail with a reason that names the file", arguments: BackendUnderTest.all)
    func undecodable(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        try folder.write("new.heic", [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 40))
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let asset = try await library.asset("new.heic")
        let error = await #expect(throws: PhotoError.self) {
            try await library.requestFullResolutionImage(for: asset.localIdentifier).finalImage()
        }
        let statuses: [PhotoStatus] = [.unsupportedFormat, .corruptMedia]
        #expect(error.map { statuses.contains($0.status) } == true)
        #expect(error?.message.contains("new.heic") == true, "\(String(describing: error))")
    }

    private func expectColors(_ found: [[Double]], _ expected: [[Double]]) {
        let difference = zip(found.joined(), expected.joined()).map { abs($0 - $1) }.max() ?? 0
        #expect(difference < 12, "\(found)")
    }
}
