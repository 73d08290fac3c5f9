import Foundation
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("A library over a C backend", .timeLimit(.minutes(15))) struct FacadeTests {
    private func library() async throws -> PhotoLibrary {
        let folder = try PluginFolder()
        try folder.add("good")
        return try await folder.open()
    }

    @Test("A library over a C backend lists its collections, those of the types asked for")
    func collections() async throws {
        let library = try await library()
        #expect(try await library.collections().map(\.title) == ["Camera Roll", "Album"])
        #expect(try await library.collections(types: .init(.album)).map(\.localIdentifier) == ["minimal-album"])
        let roll = try await library.cameraRoll()
        #expect(roll.subtype == .cameraRoll && roll.estimatedCount == 2 && roll.parent == nil)
        #expect(try await library.collection("minimal-album").title == "Album")
        await #expect(throws: PhotoError(.notFound, "no such collection")) { try await library.collection("x") }
        library.close()
    }

    @Test("A library over a C backend fetches, counts and finds assets")
    func fetch() async throws {
        let library = try await library()
        let result = try await library.fetch(.collection("minimal-album"))
        #expect(try await result.count() == 2)
        #expect(try await result.index(of: "minimal-portrait") == 1)
        #expect(try await result.window(offset: 1, length: 5).map(\.filename) == ["portrait.pbm"])
        #expect(try await result.window(offset: 9, length: 5).isEmpty)
        #expect(try await library.count(of: .all, options: FetchOptions(mediaTypes: .video)) == 0)
        await #expect(throws: PhotoError(.notFound, "not in this result")) { try await result.index(of: "x") }
        library.close()
    }

    @Test("A library over a C backend cuts at a limit, and is not asked for what its backend does not serve (R9.14)")
    func unserved() async throws {
        let library = try await library()
        var options = FetchOptions()
        options.limit = 1
        #expect(try await library.fetch(options: options).count() == 1)
        #expect(try await library.count(of: .all, options: options) == 1)
        (options.favoritesOnly, options.sort) = (true, [SortKey(.filename)])
        let name = library.backend.id
        let missing = PhotoError(
            .unsupported,
            "the backend \(name) does not filter or sort so: it lacks query-favorites, sort-filename; "
                + "picker backends --json says what each backend has")
        await #expect(throws: missing) { try await library.fetch(options: options) }
        await #expect(throws: missing) { try await library.count(of: .all, options: options) }
        library.close()
    }

    @Test("A library over a C backend keeps the filters of one fetch out of others (lesson 8)")
    func filters() async throws {
        let library = try await library()
        let videos = try await library.fetch(.collection("minimal-album"), options: FetchOptions(mediaTypes: .video))
        let all = try await library.fetch(.collection("minimal-album"))
        #expect(try await videos.count() == 0)
        #expect(try await all.count() == 2)
        #expect(try await library.collection("minimal-album").estimatedCount == 2)
        library.close()
    }

    @Test("A library over a C backend finds an asset by its identifier and by its path, relative or absolute")
    func assetByPath() async throws {
        let library = try await library()
        for name in ["minimal-portrait", "portrait.pbm", library.root + "/portrait.pbm"] {
            #expect(try await library.asset(name).localIdentifier == "minimal-portrait")
        }
        let error = await #expect(throws: PhotoError.self) { try await library.asset("none.jpg") }
        #expect(error == PhotoError(.notFound, "none.jpg: no such photo or video in \(library.root)"))
        let path = library.absolutePath(of: AssetPath(bytes: [0xFF]))
        #expect(path == Array(library.root.utf8) + [0x2F, 0xFF])
        library.close()
    }

    @Test("A library over a C backend gives the original's file, and its bytes in ranges")
    func original() async throws {
        let library = try await library()
        let file = try await library.requestURLAsset(for: "minimal-landscape")
        #expect(file.path == Array("\(library.root)/landscape.pbm".utf8) && file.byteSize == 9229)
        #expect(try await library.read(file.reference, offset: 0, count: 9) == Array("P6\n64 48\n".utf8))
        #expect(try await library.read(file.reference, offset: 9228, count: 100).count == 1)
        #expect(try await library.read(file.reference, offset: 9229, count: 100).isEmpty)
        var old = file.reference
        old.contentTag = 99
        let error = await #expect(throws: PhotoError.self) { try await library.read(old, offset: 0, count: 1) }
        #expect(error?.status == .changed)
        library.close()
    }

    @Test("A library over a C backend has the video of an asset only where there is one")
    func video() async throws {
        let library = try await library()
        await #expect(throws: PhotoError(.notFound, "landscape.pbm has no video")) {
            try await library.requestVideo(for: "minimal-landscape")
        }
        let error = await #expect(throws: PhotoError.self) {
            try await library.requestURLAsset(for: "minimal-landscape", role: .raw)
        }
        #expect(error?.message == "landscape.pbm has no representation \"raw\"; it has: photo")
        library.close()
    }

    @Test("A library over a C backend sums up the bytes of assets, and names those that are missing")
    func sizes() async throws {
        let library = try await library()
        let sizes = try await library.requestSize(of: ["minimal-portrait", "gone", "minimal-landscape"])
        #expect(sizes.entries.map(\.asset.localIdentifier) == ["minimal-portrait", "minimal-landscape"])
        #expect(sizes.total == 2 * 9229 && sizes.missing == ["gone"] && sizes.nonImageCount == 0)
        library.close()
    }

    @Test("A library over a C backend knows its backend")
    func backend() async throws {
        let library = try await library()
        #expect(library.backend.id == "minimal" && library.backendPath.hasSuffix("/libgood.so"))
        #expect(try await library.requestAuthorization() == .authorized)
        #expect(try await library.diagnostics().isEmpty)
        library.close()
    }
}

@Suite("Sizes of assets", .timeLimit(.minutes(15))) struct SizeTests {
    @Test("Sizes of assets count videos like photos, and the other files of an asset when asked to")
    func representations() async throws {
        var live = sampleAsset("live", bytes: 10)
        live.representationCount = 2
        let files = [10, 5].map {
            Representation(
                role: .photo, filename: "", path: AssetPath(""), contentType: "", byteSize: $0, contentTag: 1)
        }
        let script = try LibraryScript {
            $0.assets = [live, sampleAsset("movie", .video, bytes: 100)]
            $0.details = [AssetDetails(asset: live, representations: files)]
        }
        let library = try await script.open()
        let plain = try await library.requestSize(of: ["live", "movie"])
        #expect(plain.total == 110 && plain.nonImageCount == 1)
        #expect(try await library.requestSize(of: ["live", "movie"], includesRepresentations: true).total == 115)
        library.close()
    }
}

@Suite("Many assets by their identifiers", .timeLimit(.minutes(15))) struct ManyNameTests {
    @Test(
        "Many assets by their identifiers are asked for in parts of what one request may name, and each comes once (R8.5)"
    )
    func parts() async throws {
        let script = try LibraryScript { $0.assets = [sampleAsset("first"), sampleAsset("last")] }
        let library = try await script.open()
        defer { library.close() }
        let names = ["first"] + (0..<70_000).map { "gone-\($0)" } + ["last", "first"]
        #expect(try await library.assets(withIdentifiers: names).map(\.localIdentifier) == ["first", "last"])
        let asked = script.heard.withLock { $0.fetches }
        let counts = asked.map { asked in if case .identifiers(let list) = asked.0 { list.count } else { 0 } }
        #expect(counts == [65_536, 70_002 - 65_536])
    }

    @Test("Many assets by their identifiers or paths are no request, and the backend is not asked")
    func request() async throws {
        let script = try LibraryScript()
        let library = try await script.open()
        defer { library.close() }
        let paths = (0...65_536).map { AssetPath("\($0).jpg") }
        let error = await #expect(throws: PhotoError.self) { try await library.fetch(.paths(paths)) }
        #expect(error?.status == .tooLarge && error?.message.contains("65537") == true, "\(error as Any)")
        #expect(script.heard.withLock { $0.fetches.isEmpty })
        #expect(try await library.fetch(.paths(Array(paths.dropFirst()))).count() == 0)
    }
}
