import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

@Suite("A library at an address", .timeLimit(.minutes(15))) struct RemoteLibraryTests {
    static let address = "shelf+http://127.0.0.1:9"
    static let isolations = ["in this process", "in a worker"]

    /// The library of `on_a_shelf.c`.
    private static func open(
        _ address: String = address, settings: [String: String] = ["api-key": "sesame"], in isolation: String,
        folder: PluginFolder, choice: BackendChoice = .auto
    ) async throws -> PhotoLibrary {
        try folder.add("on_a_shelf", id: "shelf")
        var workers = BackendIsolation.Workers()
        workers.executable = PackagePaths.helper
        let registry = BackendRegistry(
            searchPath: folder.searchPath, probe: .besideTests,
            isolation: isolation == "in a worker" ? .worker(workers) : .inProcess)
        var configuration = LibraryConfiguration(root: address, backend: choice)
        configuration.settings = settings
        return try await PhotoLibrary.open(configuration, registry: registry)
    }

    @Test("is opened by the backend that has its scheme, and says what it is", arguments: isolations)
    func opens(isolation: String) async throws {
        let folder = try PluginFolder()
        try folder.add("good", id: "folders", priority: 100)
        let library = try await Self.open(in: isolation, folder: folder)
        defer { library.close() }
        #expect(library.backend.id == "shelf" && library.root == Self.address)
        #expect(library.info.title == "A shelf" && library.info.account == "ada@shelf.example")
        #expect(library.info.isRemote && library.info.isReadOnly && !library.info.hasFiles)
        #expect(library.info.callLimit == 4)
        // What it lacks of what its backend offers.
        #expect(!library.backend.capabilities.contains(.observe))
        #expect(library.backend.settings.map(\.key) == ["api-key", "color"])
        let (key, color) = (library.backend.settings[0], library.backend.settings[1])
        #expect(key.isSecret && key.isRequired && key.kind == .text && key.help == "As the shelf gave it to you.")
        #expect(color.kind == .choice && color.choices == ["red", "green"] && color.defaultValue == "green")
        #expect(library.backend.requiresNetwork)
    }

    @Test("shows its image files as they were asked for: decoded, cut, scaled", arguments: isolations)
    func images(isolation: String) async throws {
        let library = try await Self.open(in: isolation, folder: PluginFolder())
        defer { library.close() }
        let asset = "minimal-landscape"
        let whole = try await library.requestImage(for: asset, options: ImageOptions(targetSize: nil)).finalImage()
        #expect(whole.pixels.size == PixelSize(width: 64, height: 48))
        // Red, green, blue and yellow; a quarter of them, counted in the pixels of the full image.
        let quarters: [(PixelRect, [UInt8])] = [
            (PixelRect(x: 0, y: 0, width: 128, height: 96), [255, 0, 0]),
            (PixelRect(x: 128, y: 0, width: 128, height: 96), [0, 255, 0]),
            (PixelRect(x: 0, y: 96, width: 128, height: 96), [0, 0, 255]),
            (PixelRect(x: 128, y: 96, width: 128, height: 96), [255, 255, 0]),
        ]
        for (crop, color) in quarters {
            var options = ImageOptions(targetSize: PixelSize(width: 16, height: 12), resizeMode: .exact)
            options.crop = crop
            let frame = try await library.requestImage(for: asset, options: options).finalImage()
            #expect(frame.pixels.size == PixelSize(width: 16, height: 12))
            #expect(frame.pixels.format == .rgb8)
            let plane = frame.pixels.planes[0]
            for (x, y) in [(1, 1), (14, 1), (1, 10), (14, 10)] {
                #expect((0..<3).map { plane.base[y * plane.stride + x * 3 + $0] } == color, "\(crop) at \(x), \(y)")
            }
        }
        var outside = ImageOptions(targetSize: nil)
        outside.crop = PixelRect(x: 200, y: 0, width: 57, height: 10)
        let error = await #expect(throws: PhotoError.self) {
            try await library.requestImage(for: asset, options: outside).finalImage()
        }
        #expect(error?.status == .invalidArgument, "\(error?.message ?? "")")
    }

    @Test("whose file is no image says so, and goes on", arguments: isolations)
    func damaged(isolation: String) async throws {
        let library = try await Self.open(in: isolation, folder: PluginFolder())
        defer { library.close() }
        let error = await #expect(throws: PhotoError.self) { try await library.image("minimal-portrait") }
        #expect(error?.status == .unsupportedFormat || error?.status == .corruptMedia, "\(String(describing: error))")
        #expect(try await library.image("minimal-landscape").size.width == 64)
    }

    @Test("is not opened with settings that are missing, unknown or of another form", arguments: isolations)
    func settings(isolation: String) async throws {
        let folder = try PluginFolder()
        let wrong: [([String: String], String)] = [
            ([:], "api-key is missing"), (["api-key": "sesame", "size": "1"], "size is not a setting"),
            (["api-key": "sesame", "color": "blue"], "color must be one of red, green"),
        ]
        for (settings, words) in wrong {
            let error = await #expect(throws: PhotoError.self) {
                try await Self.open(settings: settings, in: isolation, folder: PluginFolder())
            }
            #expect(
                error?.status == .invalidArgument && error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
        let error = await #expect(throws: PhotoError.self) {
            try await Self.open(settings: ["api-key": "wrong horse"], in: isolation, folder: folder)
        }
        #expect(error?.status == .signInRequired && error?.message.contains("wrong horse") == false)
    }

    @Test("is named when its backend refuses it, and the file of the plugin is not", arguments: isolations)
    func refusal(isolation: String) async throws {
        let error = await #expect(throws: PhotoError.self) {
            try await Self.open("shelf+http://elsewhere", in: isolation, folder: PluginFolder())
        }
        #expect(error?.message == "shelf+http://elsewhere: no address of a shelf")
    }

    @Test("is refused by backends of folders, and one without a backend says which scheme is missing")
    func kinds() async throws {
        let folder = try PluginFolder()
        try folder.add("good", id: "folders", priority: 100)
        let error = await #expect(throws: PhotoError.self) {
            try await Self.open(in: "in this process", folder: folder, choice: .id("folders"))
        }
        #expect(error?.message.contains("does not open it, but folders") == true, "\(error?.message ?? "")")
        let other = await #expect(throws: PhotoError.self) {
            try await PhotoLibrary.open(
                LibraryConfiguration(root: "gopher://photos.example"), registry: folder.registry)
        }
        #expect(other?.message.contains("no usable backend for gopher") == true, "\(other?.message ?? "")")
        let folders = try await PhotoLibrary.open(
            LibraryConfiguration(root: folder.photos.path), registry: folder.registry)
        defer { folders.close() }
        #expect(folders.backend.id == "folders" && !folders.info.isRemote)
    }

    @Test(
        "is reached from a worker at the port of its address, and nothing else is",
        .enabled(if: BackendIsolation.confinement.contains { $0.contains("no TCP") }))
    func network() async throws {
        let settings = ["api-key": "sesame", "color": "red"]
        let library = try await Self.open(settings: settings, in: "in a worker", folder: PluginFolder())
        defer { library.close() }
        let error = await #expect(throws: PhotoError.self) { try await library.image("minimal-landscape") }
        let permitted =
            "own port: permitted, another: refused, by sending: refused, UDP: made, other protocols: refused, "
            + "local sockets: refused, key of 6 characters, red"
        #expect(error?.message.contains(permitted) == true, "\(error?.message ?? "")")
    }

    @Test("is an address with a scheme, without a password in it; all else is a folder")
    func locations() throws {
        #expect(LibraryLocation.scheme(of: "immich+https://photos.example/x") == "immich+https")
        #expect(LibraryLocation.scheme(of: "S3://bucket") == "s3")
        for folder in ["/photos", "a:b", "photos://", "1x://y", "ä://x", "://x", "./a://b", "a b://c"] {
            let isAddress = LibraryLocation.scheme(of: folder) != nil
            #expect(isAddress == (folder == "photos://"), "\(folder)")
        }
        for wrong in ["x://ada:secret@photos.example", "x://ada@photos.example/", "x://", "x://a b", "x://a\u{0}b"] {
            let error = #expect(throws: PhotoError.self) { try LibraryLocation(wrong) }
            #expect(error?.status == .invalidArgument)
            #expect(error?.message.contains("secret") == false)
        }
    }
}
