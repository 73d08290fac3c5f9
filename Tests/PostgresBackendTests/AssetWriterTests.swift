import PhotoModel
import PostgresClient
import PostgresServing
import Testing

@Suite("Writing assets", .enabled(if: TestLibrary.server != nil), .timeLimit(.minutes(2)))
struct AssetWriterTests {
    /// What was sent of a file: itself, and so many images of it.
    private func object(_ number: UInt8, images: Int = 0) -> NewAsset.Object {
        var object = NewAsset.Object(hash: [UInt8](repeating: number, count: 32), byteSize: 10)
        object.renditions = (0..<images).map {
            .init(level: $0, size: PixelSize(width: 10, height: 10), byteCount: 5)
        }
        return object
    }

    private func asset(_ files: [(name: String, role: RepresentationRole, object: NewAsset.Object)]) -> NewAsset {
        let representations = files.map { file in
            Representation(
                role: file.role, filename: file.name, path: AssetPath(bytes: Array(file.name.utf8)),
                contentType: "public.heic", byteSize: file.object.byteSize, contentTag: 1)
        }
        let asset = Asset(
            localIdentifier: "", filename: files[0].name, path: representations[0].path, contentType: "public.heic",
            mediaType: .image)
        return NewAsset(
            AssetDetails(asset: asset, representations: representations), files.map(\.object), isEvent: false,
            previewHash: nil)
    }

    private func write(
        _ new: NewAsset, from source: String, replaces: Bool = false, _ test: TestLibrary
    ) throws -> String {
        let connection = test.connection
        let writer = AssetWriter(connection, test.library.identity, .never)
        let outcome = try connection.transaction(.never) { () throws(DatabaseError) in
            try writer.write(new, from: Array(source.utf8), keepsDuplicates: false, replaces: replaces)
        }
        return "\(outcome)"
    }

    /// The numbers of the files that images are of.
    private func images(_ test: TestLibrary) throws -> [UInt8?] {
        try test.connection.run(SQL("SELECT hash FROM picker.rendition ORDER BY hash, level")).rows.map {
            $0.bytes(0)?.first
        }
    }

    @Test("Images of a copy that is passed over are those of the file that is there")
    func copies() throws {
        let test = try TestLibrary()
        #expect(try write(asset([("a.heic", .photo, object(1))]), from: "/one", test) == "inserted")
        #expect(try write(asset([("b.heic", .photo, object(1, images: 2))]), from: "/one", test) == "duplicate")
        #expect(try images(test) == [1, 1])
        // The same photo in another folder.
        #expect(try write(asset([("a.heic", .photo, object(1, images: 3))]), from: "/two", test) == "shared")
        #expect(try images(test) == [1, 1, 1])
        #expect(try test.connection.run(SQL("SELECT count(*) FROM picker.asset")).first?.integer(0) == 1)
    }

    @Test("Images of a video whose photo was deleted are kept with it")
    func parts() throws {
        let test = try TestLibrary()
        let whole = asset([("a.heic", .photo, object(1, images: 1)), ("a.mov", .pairedVideo, object(2))])
        #expect(try write(whole, from: "/one", test) == "inserted")
        #expect(try write(asset([("a.mov", .photo, object(2, images: 2))]), from: "/one", test) == "unchanged")
        #expect(try images(test) == [1, 2, 2])
    }

    @Test("A video that was brought in from another place ends where its Live Photo replaces what has its path")
    func replacedParts() throws {
        for (replaces, count) in [(false, 2), (true, 1)] as [(Bool, Int64)] {
            let test = try TestLibrary()
            #expect(try write(asset([("a.mov", .video, object(2))]), from: "/one", test) == "inserted")
            let whole = asset([("a.heic", .photo, object(1)), ("a.mov", .pairedVideo, object(3))])
            #expect(try write(whole, from: "/two", replaces: replaces, test) == "inserted")
            let shown = try test.connection.run(
                SQL("SELECT count(*) FROM picker.asset WHERE until = 9223372036854775807"))
            #expect(shown.first?.integer(0) == count)
        }
    }

    @Test("A change is as old as its last statements, and not as the transaction in which files were sent before")
    func age() throws {
        let test = try TestLibrary()
        let connection = test.connection
        let writer = AssetWriter(connection, test.library.identity, .never)
        let isLater = try connection.transaction(.never) { () throws(DatabaseError) -> Bool? in
            _ = try connection.run(SQL("SELECT pg_sleep(0.2)"))
            _ = try writer.write(
                asset([("a.heic", .photo, object(1))]), from: [1], keepsDuplicates: false, replaces: false)
            let row = try connection.run(
                SQL("SELECT made > now() + interval '100 milliseconds' FROM picker.change")
            ).first
            return row?.flag(0)
        }
        #expect(isLater == true)
    }

    @Test("It is known before anything is sent whether another place has the path")
    func otherPlaces() throws {
        let test = try TestLibrary()
        let writer = AssetWriter(test.connection, test.library.identity, .never)
        let first = asset([("a.heic", .photo, object(1))])
        let second = asset([("a.heic", .photo, object(2))])
        #expect(try writer.otherPlace(of: first, than: Array("/one".utf8)) == nil)
        #expect(try write(first, from: "/one", test) == "inserted")
        let cases: [(new: NewAsset, source: String, place: String?)] = [
            (first, "/two", nil), (second, "/one", nil), (second, "/two", "/one"),
        ]
        for each in cases {
            #expect(try writer.otherPlace(of: each.new, than: Array(each.source.utf8)) == each.place)
        }
        #expect(try write(second, from: "/two", test) == #"taken(by: "/one")"#)
    }
}
