import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A file that was added to a library")
struct AddedFileTests {
    private func files(_ name: String, in folder: String, _ format: MediaFormat = .jpeg) -> AssetFiles {
        let member = AssetFiles.Member(name: Array(name.utf8), role: .photo, format: format)
        return AssetFiles(folder: Array(folder.utf8), members: [member])
    }

    private func paths(_ photoIndex: PhotoIndexDatabase) throws -> [String] {
        try photoIndex.fetch(.assets(.all), FetchOptions(sort: [SortKey(.filename)])).assets().map(\.path.text)
    }

    @Test("A file that was added to a library is written into its index without a look at the others in its folder")
    func alone() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("inside/a.jpg")
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh()
            let token = try photoIndex.currentToken()
            try library.write("inside/b.jpg")
            try library.write("inside/c.jpg")
            // Adding it twice does not double it.
            for _ in 0..<2 { try photoIndex.add(files("b.jpg", in: "inside")) }
            #expect(try paths(photoIndex) == ["inside/a.jpg", "inside/b.jpg"])
            let changes = try photoIndex.changes(since: token).changes.filter { $0.subject == .assets }
            #expect(changes.map(\.kind) == [.inserted] && changes.first?.identifiers.count == 1)
            // What was not looked at is found by a refresh that compares folders.
            #expect(try photoIndex.refresh(.quick).report.inserted == 1)
            #expect(try IndexDump.lines(photoIndex) == library.fresh())
        }
    }

    @Test(
        "A file that was added to a library under the name of one that is gone takes its place, whatever that belonged to"
    )
    func former() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for name in ["inside/pair.jpg", "inside/other.jpg"] { try library.write(name) }
            try library.write("inside/pair.dng", SampleMedia.dng)
            try library.write("beside/damaged.jpg", [1, 2, 3])
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh()
            #expect(try paths(photoIndex) == ["inside/other.jpg", "inside/pair.jpg"])
            for name in ["inside/pair.jpg", "inside/pair.dng", "beside/damaged.jpg"] { try library.remove(name) }
            try library.write("inside/pair.dng", SampleMedia.dng)
            try photoIndex.add(files("pair.dng", in: "inside", .dng))
            #expect(try paths(photoIndex) == ["inside/other.jpg", "inside/pair.dng"])
            try library.write("beside/damaged.jpg")
            try photoIndex.add(files("damaged.jpg", in: "beside"))
            for _ in 0..<2 {
                #expect(try paths(photoIndex) == ["beside/damaged.jpg", "inside/other.jpg", "inside/pair.dng"])
                #expect(try photoIndex.diagnostics().isEmpty)
                _ = try photoIndex.refresh()
            }
            #expect(try IndexDump.lines(photoIndex) == library.fresh())
        }
    }

    @Test("A file that was added to a library and is gone again, alone or with its folder, changes nothing in it")
    func gone() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("inside/a.jpg")
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh()
            for folder in ["inside", "none"] { try photoIndex.add(files("b.jpg", in: folder)) }
            #expect(try paths(photoIndex) == ["inside/a.jpg"])
        }
    }
}
