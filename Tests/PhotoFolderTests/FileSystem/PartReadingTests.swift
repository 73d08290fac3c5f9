import PhotoModel
import Testing

@testable import PhotoFolder

@Suite struct PartReadingTests {
    private let folder: LibraryFolder
    private let root: LibraryRoot
    private let path = Array("a.jpg".utf8)

    init() throws {
        folder = try LibraryFolder()
        try folder.write("a.jpg", Array("0123456789abcdefghij".utf8))
        root = try folder.open()
    }

    @Test(arguments: [
        (0, 100, "56789abcde"), (0, 10, "56789abcde"), (3, 2, "89"), (9, 5, "e"), (10, 1, ""), (50, 5, ""),
        (Int.max, Int.max, ""), (0, 0, ""),
    ])
    func `Reads of a part stay inside of it`(_ offset: Int, _ count: Int, _ text: String) throws {
        let place = RepresentationPlace(path: path, part: 5..<15, version: nil)
        #expect(try root.read(place, from: offset, count: count, version: nil) == Array(text.utf8))
    }

    @Test func `Reads of a part are of the version that is asked for, else of that in which it was found`() throws {
        let version = ContentTag.token(of: try root.file(at: path).status)
        let old = RepresentationPlace(path: path, part: 0..<3, version: version ^ 1)
        #expect(throws: FolderError.changed(path: "a.jpg")) { try root.read(old, from: 0, count: 3, version: nil) }
        #expect(try root.read(old, from: 0, count: 3, version: version) == Array("012".utf8))
        // A whole file is read in any version unless one is asked for.
        let whole = RepresentationPlace(path: path, part: nil, version: version ^ 1)
        #expect(try root.read(whole, from: 18, count: 9, version: nil) == Array("ij".utf8))
    }

    @Test func `Numbers that an asset has no file for lead nowhere`() throws {
        try folder.write("b.jpg")
        let files = AssetFiles(
            folder: [], members: [AssetFiles.Member(name: Array("b.jpg".utf8), role: .photo, format: .jpeg)])
        var records = AssetRecords(root)
        for number in [-1, 1, 2, .max] {
            let place = try records.place(of: number, of: files, version: nil)
            #expect(place?.path == nil, "\(number)")
        }
        let first = try records.place(of: 0, of: files, version: nil)
        #expect(first?.path == Array("b.jpg".utf8) && first?.part == nil)
    }
}
