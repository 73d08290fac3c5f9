import BackendKit
import Foundation
import GRDB
import Imaging
import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

@testable import IndexServing
@testable import PhotoIndex

@Suite("A library that is read from its index")
struct IndexedLibraryTests {
    private let photos: FixtureFolder
    private let data: TemporaryFolder
    private let call = BackendCall()

    init() throws {
        photos = try FixtureFolder()
        data = try TemporaryFolder()
    }

    private func opened(refreshesIndex: Bool = true) throws -> IndexedFolderLibrary {
        let request = OpenRequest(
            location: Array(photos.path.utf8), dataDirectory: Array(data.path.utf8), refreshesIndex: refreshesIndex)
        return try IndexedFolderLibrary.open(request, decoder: ImageDecoder(), host: BackendHost(), call: call)
    }

    private func diagnostics(_ library: IndexedFolderLibrary) throws -> [String] {
        var paths: [String] = []
        try library.diagnostics(call: call) { diagnostic in
            paths.append(diagnostic.relativePath)
            return .more
        }
        return paths
    }

    private func titles(_ library: IndexedFolderLibrary) throws -> [String] {
        var titles: [String] = []
        try library.collections(under: nil, types: .any, call: call) { collection in
            titles.append(collection.title)
            return .more
        }
        return titles
    }

    private func changes(_ library: IndexedFolderLibrary, since token: [UInt8]?) throws -> [LibraryChange] {
        var changes: [LibraryChange] = []
        try library.changes(since: token, call: call) { change in
            changes.append(change)
            return .more
        }
        return changes
    }

    @Test("A library that is read from its index names bad files also once its index cannot be written any more")
    func unwritableIndex() throws {
        try photos.write("good.jpg")
        try photos.write("broken.jpg", Array("no photo".utf8))
        let library = try opened()
        #expect(try diagnostics(library).contains("broken.jpg"))
        for name in try FileManager.default.contentsOfDirectory(atPath: data.path) { chmod(data.path(name), 0o444) }
        chmod(data.path, 0o555)
        defer { chmod(data.path, 0o755) }
        let found = try withoutPrivileges { try diagnostics(library) }
        #expect(found.contains("broken.jpg"), "\(found)")
    }

    @Test("A library that is read from its index shows an album without photos as long as its folder is there")
    func emptyAlbum() throws {
        try photos.write("a.jpg")
        let library = try opened()
        let album = try library.createAlbum(title: "New", call: call)
        #expect(album.title == "New" && album.estimatedCount == 0 && album.isEditable)
        #expect(try library.createAlbum(title: "New", call: call).localIdentifier == album.localIdentifier)
        #expect(try titles(library).contains("New"))
        #expect(try library.collection(album.localIdentifier, call: call).title == "New")
        #expect(try library.keyAssets(of: album.localIdentifier, mediaTypes: .any, call: call).isEmpty)
        let scope = FetchScope.collection(album.localIdentifier)
        for fetch in [
            try library.fetch(scope, options: FetchOptions(), call: call),
            try library.search("a", scope, options: FetchOptions(), call: call),
        ] {
            #expect(try fetch.count(call: call) == 0)
            try fetch.window(offset: 0, length: 10, call: call) { _ in
                Issue.record("it has a photo")
                return .stop
            }
            let error = #expect(throws: PhotoError.self) { try fetch.index(of: "a", call: call) }
            #expect(error?.status == .notFound)
        }
        try FileManager.default.removeItem(atPath: photos.path("New"))
        #expect(try !titles(library).contains("New"))
        let error = #expect(throws: PhotoError.self) { try library.collection(album.localIdentifier, call: call) }
        #expect(error?.status == .notFound)
    }

    @Test("A library that is read from its index makes albums also where the index cannot be written")
    func albumWithoutIndex() throws {
        try photos.write("a.jpg")
        let library = try opened()
        try library.index.photoIndex.pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA query_only = 1")
        }
        let album = try library.createAlbum(title: "New", call: call)
        #expect(try titles(library).contains("New"))
        #expect(try library.createAlbum(title: "New", call: call) == album)
    }

    private func add(_ name: String, to library: IndexedFolderLibrary) throws -> Asset {
        var rest = try SamplePhoto.jpeg()[...]
        let request = AddRequest(filename: name) { count in
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        return try library.add(request, call: call)
    }

    @Test("A library that is read from its index answers a photo that was added also if the index does not show it")
    func addedAndNotIndexed() throws {
        let library = try opened()
        // Stands for what another process makes of the photo before it is fetched.
        try library.index.photoIndex.pool.write { database in
            try database.execute(
                sql: """
                    CREATE TRIGGER lose AFTER UPDATE OF generation ON library BEGIN
                        DELETE FROM asset WHERE name = CAST('a.jpg' AS BLOB);
                    END
                    """)
        }
        let lost = try add("a.jpg", to: library)
        #expect(lost.path.text == "a.jpg" && lost.pixelWidth == 64)
        let fetch = try library.fetch(.identifiers([lost.localIdentifier]), options: FetchOptions(), call: call)
        #expect(try fetch.count(call: call) == 0, "the index lacks it")
        let found = try add("b.jpg", to: library)
        #expect(found.path.text == "b.jpg")
        #expect(try FileManager.default.contentsOfDirectory(atPath: photos.path).sorted() == ["a.jpg", "b.jpg"])
    }

    @Test("A library that is read from its index says what changed since a token, and refuses what is none")
    func tokens() throws {
        try photos.write("a.jpg")
        let library = try opened()
        let start = try changes(library, since: nil)
        #expect(start.map(\.kind) == [.current])
        let token = try #require(start.last?.token)
        #expect(try changes(library, since: token).isEmpty)
        let error = #expect(throws: PhotoError.self) { try changes(library, since: [1, 2, 3]) }
        #expect(error?.status == .invalidArgument)
        try photos.write("b.jpg")
        #expect(try library.refreshIndex(.refresh, call: call).inserted == 1)
        let found = try changes(library, since: token)
        #expect(found.first { $0.subject == .assets }?.kind == .inserted)
        #expect(found.last?.token != token && found.dropLast().allSatisfy { $0.token == nil })
    }

    @Test("A library that is read from its index emits nothing more once its caller has enough")
    func stops() throws {
        for name in ["one/a.jpg", "two/b.jpg"] { try photos.write(name) }
        for name in ["one/bad.jpg", "two/bad.jpg"] { try photos.write(name, [1]) }
        let library = try opened()
        let token = try changes(library, since: nil).last?.token
        try FileManager.default.removeItem(atPath: photos.path("one/a.jpg"))
        try photos.write("two/c.jpg")
        _ = try library.refreshIndex(.refresh, call: call)
        #expect(try changes(library, since: token).count > 1)
        var counts = [0, 0, 0, 0]
        func count(_ index: Int) -> Flow {
            counts[index] += 1
            return .stop
        }
        try library.diagnostics(call: call) { _ in count(0) }
        try library.collections(under: nil, types: .any, call: call) { _ in count(1) }
        try library.changes(since: token, call: call) { _ in count(2) }
        let fetch = try library.fetch(.all, options: FetchOptions(), call: call)
        #expect(try fetch.count(call: call) == 2)
        try fetch.window(offset: 0, length: 2, call: call) { _ in count(3) }
        #expect(counts == [1, 1, 1, 1])
    }

    @Test("A library that is read from its index tells who observes it first to read all, once the index is made")
    func firstObservation() throws {
        try photos.write("a.jpg")
        let library = try opened(refreshesIndex: false)
        var heard: [LibraryChange] = []
        try library.observe(call: call) { change in
            heard.append(change)
            return .stop
        }
        #expect(heard.map(\.kind) == [.reload])
        #expect(try changes(library, since: heard.first?.token ?? []).isEmpty, "the token is of what is there")
        #expect(try library.fetch(.all, options: FetchOptions(), call: call).count(call: call) == 1)
    }
}
