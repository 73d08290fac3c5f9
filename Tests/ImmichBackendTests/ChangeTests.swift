import BackendKit
import PhotoModel
import Platform
import Testing

@testable import ImmichServing

@Suite(
    "Changes of an Immich library, and additions to it", .mayBlock,
    .enabled(if: FakeImmich.isAvailable, FakeImmich.explanation))
struct ChangeTests {
    private func changes(_ library: ImmichLibrary, _ token: [UInt8]?) throws(PhotoError) -> [LibraryChange] {
        var changes: [LibraryChange] = []
        try library.changes(since: token, call: BackendCall()) {
            changes.append($0)
            return .more
        }
        return changes
    }

    private func uuid(_ asset: Asset) throws -> JSON {
        .text(try #require(ImmichID(asset.localIdentifier, prefix: "a")).uuid)
    }

    @Test("What came and what was changed since a token is named; what cannot be named asks for a new list")
    func sinceToken() throws {
        let server = try FakeImmich(["--synthetic", "50"])
        let library = try server.open()
        let token = try #require(try changes(library, nil).last?.token)
        #expect(try changes(library, token).allSatisfy { $0.kind != .removed && $0.kind != .reload })
        let assets = try library.assets()
        let added = try server.control("POST", "/change", JSON(["op": .text("add-asset")]))["id"]?.text
        try server.control(
            "POST", "/change",
            JSON(["op": .text("update-asset"), "id": try uuid(assets[3]), "isFavorite": .bool(true)]))
        let found = try changes(library, token)
        #expect(
            found.first { $0.kind == .inserted }?.identifiers.contains(
                ImmichID(uuid: added ?? "")?.identifier("a") ?? "") == true)
        // What came seconds before the token may be called new once more.
        #expect(found.contains { $0.identifiers.contains(assets[3].localIdentifier) })
        let next = try #require(found.last?.token)
        try server.control("POST", "/change", JSON(["op": .text("delete-asset"), "id": try uuid(assets[5])]))
        #expect { try changes(library, next) } throws: { ($0 as? PhotoError)?.status == .notFound }
        #expect { try changes(library, Array("nonsense".utf8)) } throws: {
            ($0 as? PhotoError)?.status == .invalidArgument
        }
        #expect { try changes(library, Array("immich/1 5 1 1".utf8)) } throws: {
            ($0 as? PhotoError)?.status == .notFound
        }
    }

    @Test("An album in which one photo took the place of another has changed, although it has as many")
    func swapped() throws {
        let server = try FakeImmich(["--synthetic", "10"])
        let library = try server.open()
        let assets = try library.assets()
        let (first, second) = try (uuid(assets[0]), uuid(assets[1]))
        let album = try server.control(
            "POST", "/change", JSON(["op": .text("add-album"), "assetIds": .array([first])]))
        let token = try #require(try changes(library, nil).last?.token)
        for (operation, asset) in [("empty-album", first), ("fill-album", second)] {
            try server.control(
                "POST", "/change",
                JSON(["op": .text(operation), "id": album["id"], "assetIds": .array([asset])]))
        }
        #expect { try changes(library, token) } throws: { ($0 as? PhotoError)?.status == .notFound }
    }

    @Test("An observer learns of changes, also after the server was away")
    func observing() throws {
        let server = try FakeImmich(["--synthetic", "50"])
        let library = try server.open()
        let seen = Mutex<[LibraryChange]>([])
        let isOver = Mutex(false)
        let observer = try #require(
            JoinableThread {
                let call = BackendCall(endingAt: MonotonicTime.now + 20_000_000_000)
                try? library.observe(call: call) { change in
                    seen.withLock { $0.append(change) }
                    return isOver.withLock { $0 } ? .stop : .more
                }
            })
        func waits(for what: (LibraryChange) -> Bool) -> Bool {
            for _ in 0..<400 {
                if seen.withLock({ $0.contains(where: what) }) { return true }
                pause(milliseconds: 20)
            }
            return false
        }
        pause(milliseconds: 600)
        let added = try server.control("POST", "/change", JSON(["op": .text("add-asset")]))["id"]?.text
        let identifier = ImmichID(uuid: added ?? "")?.identifier("a") ?? ""
        #expect(waits { $0.kind == .inserted && $0.identifiers.contains(identifier) })
        #expect(try library.assets().contains { $0.localIdentifier == identifier })
        try server.control("POST", "/refuse", JSON(["ms": .number(500)]))
        pause(milliseconds: 200)
        isOver.withLock { $0 = true }
        pause(milliseconds: 600)
        try server.control("POST", "/change", JSON(["op": .text("add-album"), "name": .text("New")]))
        #expect(waits { $0.kind == .reload })
        observer.join()
        #expect(seen.withLock { $0.filter { $0.kind == .inserted && $0.identifiers.contains(identifier) } }.count == 1)
    }

    @Test("A key that may not see albums follows the photos")
    func withoutAlbums() throws {
        let server = try FakeImmich(["--synthetic", "50"])
        let permissions = ["asset.read", "asset.statistics", "asset.view"].map(JSON.text)
        let key = try server.control(
            "POST", "/change", JSON(["op": .text("add-key"), "permissions": .array(permissions)]))["key"]?.text
        let library = try server.open(["api-key": try #require(key)])
        let token = try #require(try changes(library, nil).last?.token)
        let added = try server.control("POST", "/change", JSON(["op": .text("add-asset")]))["id"]?.text
        let identifier = ImmichID(uuid: added ?? "")?.identifier("a") ?? ""
        #expect(try changes(library, token).contains { $0.kind == .inserted && $0.identifiers.contains(identifier) })
    }

    @Test("A list of changes that never ends is read to where nothing more comes")
    func endless() throws {
        let server = try FakeImmich(["--synthetic", "50"])
        let library = try server.open()
        let token = try #require(try changes(library, nil).last?.token)
        try server.fault("other-values", ["path": .text("/search/metadata"), "values": JSON(["nextPage": .text("2")])])
        var found: [LibraryChange] = []
        let call = BackendCall(endingAt: MonotonicTime.now + 5_000_000_000)
        try library.changes(since: token, call: call) {
            found.append($0)
            return .more
        }
        #expect(!found.isEmpty)
    }

    @Test("An observer outlives the pages that a proxy answers with while the server starts again")
    func restarts() throws {
        let server = try FakeImmich(["--synthetic", "50"])
        let library = try server.open()
        let seen = Mutex<[LibraryChange]>([])
        let observer = try #require(
            JoinableThread {
                let call = BackendCall(endingAt: MonotonicTime.now + 20_000_000_000)
                try? library.observe(call: call) { change in
                    seen.withLock { $0.append(change) }
                    return .stop
                }
            })
        pause(milliseconds: 500)
        try server.fault("body", ["text": .text("<html>"), "contentType": .text("text/html"), "count": .number(2)])
        try server.fault("status", ["status": .number(404), "text": .text("no such host"), "count": .number(2)])
        pause(milliseconds: 1_000)
        try server.repair()
        try server.control("POST", "/change", JSON(["op": .text("add-asset")]))
        observer.join()
        #expect(seen.withLock { $0.map(\.kind) } == [.inserted])
    }

    @Test("A photo is added to the library and to an album, once, whether its length is known or not")
    func adding() throws {
        let server = try FakeImmich(["--synthetic", "10"])
        let library = try server.open()
        let album = try library.createAlbum(title: "Added \"here\"", call: BackendCall())
        #expect(
            try library.createAlbum(title: "Added \"here\"", call: BackendCall()).localIdentifier
                == album.localIdentifier)
        let jpeg = try original(library)
        func add(_ bytes: [UInt8], _ name: String, _ size: Int64?) throws(PhotoError) -> Asset {
            var rest = bytes[...]
            let request = AddRequest(filename: name, collection: album.localIdentifier, byteSize: size) {
                most throws(PhotoError) in
                defer { rest = rest.dropFirst(min(most, 1_000)) }
                return Array(rest.prefix(min(most, 1_000)))
            }
            return try library.add(request, call: BackendCall())
        }
        let first = try add(jpeg + [1], "é \"quoted\".jpg", nil)
        #expect(first.filename.hasSuffix(".jpg") && first.byteSize == Int64(jpeg.count) + 1)
        let again = try add(jpeg + [1], "other.jpg", Int64(jpeg.count) + 1)
        #expect(again.localIdentifier == first.localIdentifier)
        let second = try add(jpeg + [2], "second.jpg", Int64(jpeg.count) + 1)
        let assets = try library.assets(.collection(album.localIdentifier))
        #expect(Set(assets.map(\.localIdentifier)) == [first.localIdentifier, second.localIdentifier])
        #expect { try add([1, 2, 3], "what.txt", 3) } throws: { ($0 as? PhotoError)?.status == .unsupportedFormat }
        #expect { try add(jpeg, "a/b.jpg", nil) } throws: { ($0 as? PhotoError)?.status == .invalidArgument }
        let failing = AddRequest(filename: "cut.jpg", byteSize: 100) { _ throws(PhotoError) in
            throw PhotoError(.io, "unplugged")
        }
        #expect { try library.add(failing, call: BackendCall()) } throws: {
            ($0 as? PhotoError)?.message == "unplugged"
        }
    }

    @Test(
        "A photo that is there in the trash is taken out of it when it is added, or the message says that the key may not"
    )
    func addingWhatIsInTheTrash() throws {
        let server = try FakeImmich(["--synthetic", "10"])
        let library = try server.open()
        let jpeg = try original(library) + [1]
        func add(_ library: ImmichLibrary) throws(PhotoError) -> Asset {
            var rest = jpeg[...]
            let request = AddRequest(filename: "a.jpg") { most throws(PhotoError) in
                defer { rest = rest.dropFirst(most) }
                return Array(rest.prefix(most))
            }
            return try library.add(request, call: BackendCall())
        }
        let first = try add(library)
        let shown = try library.assets().map(\.localIdentifier)
        func trash() throws {
            try server.control("POST", "/change", JSON(["op": .text("trash-asset"), "id": try uuid(first)]))
        }
        try trash()
        #expect(try library.assets().count == shown.count - 1)
        let again = try add(library)
        #expect(again.localIdentifier == first.localIdentifier && !again.isHidden)
        #expect(try Set(library.assets().map(\.localIdentifier)) == Set(shown))

        try trash()
        let permissions = ["asset.read", "asset.statistics", "asset.upload"].map(JSON.text)
        let key = try server.control(
            "POST", "/change", JSON(["op": .text("add-key"), "permissions": .array(permissions)]))["key"]?.text
        let other = try server.open(["api-key": try #require(key)])
        #expect { try add(other) } throws: { error in
            let error = error as? PhotoError
            return error?.status == .alreadyExists && error?.message.contains("asset.delete") == true
        }
    }

    private func original(_ library: ImmichLibrary) throws -> [UInt8] {
        let asset = try #require(try library.assets(.all, FetchOptions(mediaTypes: .image)).first)
        let request = ReadRequest(localIdentifier: asset.localIdentifier, representation: 0, offset: 0, count: 1 << 24)
        return try library.read(request, call: BackendCall())
    }
}
