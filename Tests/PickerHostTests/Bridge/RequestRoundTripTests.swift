import BackendKit
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

/// Requests of which each field has a value of its own.
private enum Sent {
    static let options: [FetchOptions] = {
        var full = FetchOptions(mediaTypes: [.image, .audio])
        full.anySubtypes = [.raw, .burst]
        full.noSubtypes = .screenshot
        full.createdFrom = Timestamp(milliseconds: 0)
        full.createdBefore = Timestamp(milliseconds: 1_700_000_000_000)
        (full.hidden, full.favoritesOnly, full.limit) = (.only, true, 12)
        full.sort = [
            SortKey(.creationTime, isDescending: true), SortKey(.modificationTime), SortKey(.filename),
            SortKey(.byteSize, isDescending: true),
        ]
        var included = FetchOptions()
        included.hidden = .include
        included.sort = [SortKey(.byteSize)]
        return [FetchOptions(), full, included]
    }()

    static let images: [ImageOptions] = [
        ImageOptions(targetSize: nil),
        ImageOptions(
            targetSize: PixelSize(width: 256, height: 1), contentMode: .aspectFill, deliveryMode: .highQualityFormat,
            resizeMode: .none, version: .unadjusted, crop: PixelRect(x: 1, y: 2, width: 3, height: 4),
            convertsToSRGB: false),
        ImageOptions(
            targetSize: PixelSize(width: 4, height: 5), deliveryMode: .fastFormat, resizeMode: .exact,
            version: .original),
    ]
}

@Suite("A request reaches a Swift backend as it was made", .timeLimit(.minutes(15))) struct RequestRoundTripTests {
    @Test("A request reaches a Swift backend as it was made whatever its query", arguments: Sent.options)
    func queries(options: FetchOptions) async throws {
        let script = try LibraryScript()
        let library = try await script.open()
        _ = try await library.fetch(.all, options: options)
        _ = try await library.count(of: .all, options: options)
        #expect(script.heard.withLock { $0.fetches.map(\.1) } == [options, options])
        library.close()
    }

    @Test("A request reaches a Swift backend as it was made, or not at all when it asks for nothing")
    func nothing() async throws {
        let script = try LibraryScript()
        let library = try await script.open()
        defer { library.close() }
        // In the ABI no bit is no condition: a set without one would find everything.
        let fetch = await #expect(throws: PhotoError.self) {
            try await library.fetch(.all, options: FetchOptions(mediaTypes: []))
        }
        let limited = await #expect(throws: PhotoError.self) {
            var none = FetchOptions()
            none.limit = 0
            _ = try await library.fetch(.all, options: none)
        }
        let keys = await #expect(throws: PhotoError.self) { try await library.keyAssets(of: "c", mediaTypes: []) }
        let albums = await #expect(throws: PhotoError.self) { try await library.collections(types: []) }
        #expect([fetch, limited, keys, albums].allSatisfy { $0?.status == .invalidArgument })
        #expect(script.heard.withLock { $0.fetches.isEmpty })
    }

    @Test(
        "A request reaches a Swift backend as it was made whatever its scope",
        arguments: [
            FetchScope.all, .collection("c 🌄"), .collection(""), .identifiers([]), .identifiers(["a", "", "ü"]),
            .paths([]), .paths([AssetPath(bytes: [0xFF, 0x2F]), AssetPath("ä/b"), AssetPath("")]),
        ])
    func scopes(scope: FetchScope) async throws {
        let script = try LibraryScript()
        let library = try await script.open()
        _ = try await library.fetch(scope)
        #expect(script.heard.withLock { $0.fetches.map(\.0) } == [scope])
        library.close()
    }

    @Test("A request reaches a Swift backend as it was made whatever image it asks for", arguments: Sent.images)
    func images(options: ImageOptions) async throws {
        let script = try LibraryScript()
        let library = try await script.open()
        let error = await #expect(throws: PhotoError.self) {
            try await library.requestImage(for: "bild 🌄", options: options).finalImage()
        }
        #expect(error == PhotoError(.unsupported, "no images"))
        #expect(script.heard.withLock { $0.imageOptions } == [options])
        #expect(script.heard.withLock { $0.imagesOf } == ["bild 🌄"])
        library.close()
    }

    @Test("A request reaches a Swift backend as it was made when it asks for collections of a folder")
    func collections() async throws {
        let script = try LibraryScript()
        let library = try await script.open()
        let folder = AssetCollection(localIdentifier: "ordner", title: "", type: .folder)
        _ = try await library.collections(in: folder, types: [.init(.album), .init(.event)])
        _ = try await library.collections()
        #expect(script.heard.withLock { $0.parents } == ["ordner", nil])
        // Nothing named is everything but moments (R5.11).
        let unnamed = CollectionTypes.any.subtracting(CollectionTypes(.moment))
        #expect(script.heard.withLock { $0.collectionTypes } == [[.init(.album), .init(.event)], unnamed])
        library.close()
    }

    @Test("A request reaches a Swift backend as it was made when it opens a library, with the canonical root")
    func open() async throws {
        let script = try LibraryScript()
        let folder = try TemporaryFolder()
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(
                root: script.root + "/./../\(script.root.split(separator: "/").last ?? "")/",
                backend: .path(ScriptedBackends.first), dataDirectory: folder.path("ü")),
            registry: ScriptedBackends.registry)
        #expect(library.root == script.root)
        let request = try #require(script.heard.withLock { $0.openRequests.first })
        #expect(request.location == Array(script.root.utf8) && request.dataDirectory != nil)
        let data = String(decoding: request.dataDirectory ?? [], as: UTF8.self)
        #expect(data.hasPrefix(folder.path("ü/libraries/")))
        library.close()
    }

    @Test(
        "A request reaches a Swift backend as it was made when it reads bytes, and they come back",
        arguments: [(0, 5), (3, 100), (10, 4), (9, 1), (0, 0)])
    func reads(offset: Int64, count: Int) async throws {
        let bytes = (0..<10).map { UInt8($0) }
        let script = try LibraryScript { $0.bytes = bytes }
        let library = try await script.open()
        let reference = RepresentationReference(localIdentifier: "a", index: 2, contentTag: 1)
        let read = try await library.read(reference, offset: offset, count: count)
        #expect(read == Array(bytes.dropFirst(Int(offset)).prefix(count)))
        library.close()
    }
}

@Suite("An invalid request is refused", .timeLimit(.minutes(15))) struct RefusedRequestTests {
    @Test("An invalid request is refused before any backend hears of it")
    func refused() async throws {
        let script = try LibraryScript()
        let library = try await script.open()
        let reference = RepresentationReference(localIdentifier: "a")
        let result = try await library.fetch()
        for (offset, count, status) in [
            (-1, 1, PhotoStatus.invalidArgument), (0, -1, .invalidArgument), (0, .max, .tooLarge),
        ] {
            let error = await #expect(throws: PhotoError.self) {
                try await library.read(reference, offset: Int64(offset), count: count)
            }
            #expect(error?.status == status)
        }
        await #expect(throws: PhotoError.self) { try await result.window(offset: -1, length: 1) }
        await #expect(throws: PhotoError.self) { try await result.window(offset: 0, length: -1) }
        #expect(script.heard.withLock { $0.reads.isEmpty })
        library.close()
    }

    @Test("An invalid request is refused by the backend with its own words", arguments: [1, 3, 500])
    func messages(repeats: Int) async throws {
        let text = String(repeating: "größer 🌄 ", count: repeats)
        let script = try LibraryScript {
            $0.image = { (_, _, _, _) throws(PhotoError) in throw PhotoError(.tooLarge, text, systemErrno: 27) }
        }
        let library = try await script.open()
        let error = await #expect(throws: PhotoError.self) {
            try await library.requestImage(for: "a", options: ImageOptions(targetSize: nil)).finalImage()
        }
        #expect(error?.status == .tooLarge && error?.systemErrno == 27)
        let message = try #require(error?.message)
        #expect(text.hasPrefix(message) && !message.contains("\u{FFFD}"))
        #expect(message.utf8.count > min(text.utf8.count, 1024) - 4)
        library.close()
    }
}
