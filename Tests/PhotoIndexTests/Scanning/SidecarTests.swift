import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("Sidecars")
struct SidecarTests {
    private static func packet(_ rating: Int, title: String) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmp:Rating="\(rating)"><dc:title>\(title)</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    private func rows(_ photoIndex: PhotoIndexDatabase) throws -> [String] {
        try photoIndex.pool.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT CAST(a.name AS TEXT), a.kind & 8, a.has_adjustments, t.title
                    FROM asset AS a JOIN asset_text AS t ON t.rowid = a.id ORDER BY 1
                    """
            ).map { row in "\(row[0] as String) \(row[1] as Int) \(row[2] as Int) \(row[3] as String)" }
        }
    }

    @Test("Sidecars give rating, title and edits to the photo that they are named after, as long as they are there")
    func sidecars() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for name in ["IMG_1.JPG", "IMG_1.PNG", "IMG_2.JPG", "my.photo.jpg"] {
                try library.write(name, name.hasSuffix("PNG") ? SampleMedia.png : SampleMedia.jpeg())
            }
            try library.write("IMG_1.PNG.xmp", Self.packet(5, title: "Sea"))
            try library.write("my.photo.xmp", Self.packet(4, title: "Hill"))
            try library.write("IMG_2.AAE", [1])
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh()
            #expect(
                try rows(photoIndex)
                    == ["IMG_1.JPG 0 0 ", "IMG_1.PNG 8 0 Sea", "IMG_2.JPG 0 1 ", "my.photo.jpg 0 0 Hill"])
            try library.write("my.photo.xmp", Self.packet(5, title: "Valley"))
            try library.remove("IMG_1.PNG.xmp")
            try library.remove("IMG_2.AAE")
            let outcome = try photoIndex.refresh()
            #expect(outcome.report.updated == 3)
            #expect(
                try rows(photoIndex)
                    == ["IMG_1.JPG 0 0 ", "IMG_1.PNG 0 0 ", "IMG_2.JPG 0 0 ", "my.photo.jpg 8 0 Valley"])
        }
    }

    @Test("A sidecar says nothing any more when a symbolic link takes its place, and again when that goes")
    func links() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for name in ["IMG_1.JPG", "IMG_2.JPG"] { try library.write(name) }
            try library.write("IMG_1.xmp", Self.packet(5, title: "Sea"))
            try library.write("IMG_2.AAE", [1])
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh()
            #expect(try rows(photoIndex) == ["IMG_1.JPG 8 0 Sea", "IMG_2.JPG 0 1 "])
            for name in ["IMG_1.xmp", "IMG_2.AAE"] {
                try library.move(name, to: ".kept/" + name)
                try FileManager.default.createSymbolicLink(
                    atPath: library.path(name), withDestinationPath: ".kept/" + name)
            }
            _ = try photoIndex.refresh()
            #expect(try rows(photoIndex) == ["IMG_1.JPG 0 0 ", "IMG_2.JPG 0 0 "])
            #expect(try IndexDump.lines(photoIndex) == library.fresh())
            for name in ["IMG_1.xmp", "IMG_2.AAE"] { try library.move(".kept/" + name, to: name) }
            _ = try photoIndex.refresh()
            #expect(try rows(photoIndex) == ["IMG_1.JPG 8 0 Sea", "IMG_2.JPG 0 1 "])
        }
    }

    @Test("A photo stays in the index when its Takeout sidecar, whose name is cut off, goes to another photo")
    func sidecarGoesToAnother() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            let start = String(repeating: "x", count: 46)
            try library.write(start + "9.jpg")
            try library.write(start + ".json", Array(#"{"favorited": true}"#.utf8))
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh(options: .trusting)
            try library.write(start + "10.jpg")
            #expect(try photoIndex.refresh(options: .trusting).report.assets == 2)
            #expect(try IndexDump.lines(photoIndex) == library.fresh())
        }
    }

    @Test(
        "An index that was made before more was read of files and sidecars reads them once more, and no oftener",
        arguments: ["4 sidecars", "10 metadata", "12 more metadata"])
    func olderIndex(migration: String) async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("a.jpg")
            try library.write("a.jpg.json", Array(#"{"favorited": true}"#.utf8))
            let first = try library.photoIndex()
            #expect(try first.refresh(options: .trusting).report.filesRead == 2)
            #expect(try first.refresh(options: .trusting).report.filesRead == 0)
            try first.pool.write { database in
                try database.execute(sql: "UPDATE asset SET kind = kind & ~8")
                try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [migration])
            }
            let second = try library.photoIndex()
            #expect(try second.refresh(.quick, options: .trusting).report.filesRead == 2)
            #expect(try rows(second) == ["a.jpg 8 0 "])
            #expect(try second.refresh(options: .trusting).report.filesRead == 0)
        }
    }
}
