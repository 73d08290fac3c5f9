import PhotoFolder
import PhotoModel
import Testing

@Suite struct NameTests {
    @Test func `Names that are not UTF-8 keep their bytes`() throws {
        let folder = try LibraryFolder()
        let name: [UInt8] = [0xE9, 0xFF, 0x2E, 0x6A, 0x70, 0x67]  // é in Latin-1, a byte of no meaning, ".jpg"
        try folder.write(name: name)
        let walked = try folder.walked()
        #expect(walked.assets.map(\.path) == [name])
        var records = AssetRecords(try folder.open())
        let asset = try records.asset(walked.assets[0])
        #expect(asset.path.bytes == name && !asset.path.isUTF8)
        #expect(asset.filename == "\u{FFFD}\u{FFFD}.jpg")
    }

    @Test(arguments: ["🏞️ 家族.jpg", "a\nb.jpg", "-rf.jpg", "quote\"'.jpg", "tab\t.jpg", "cafe\u{301}.jpg"])
    func `Unusual names are as good as any`(_ name: String) throws {
        let folder = try LibraryFolder()
        try folder.write(name)
        let walked = try folder.walked()
        #expect(walked.paths == [name])
        var records = AssetRecords(try folder.open())
        #expect(try records.asset(walked.assets[0]).filename == name)
    }

    @Test func `A name of 255 bytes is listed`() throws {
        let folder = try LibraryFolder()
        let name = String(repeating: "0", count: 251) + ".jpg"
        try folder.write(name)
        #expect(try folder.walked().paths == [name])
    }

    @Test func `A name of more than 255 bytes, as there are on exFAT, is listed and kept`() throws {
        // The file systems on which tests run have no such names.
        let name = Array(String(repeating: "写", count: 200).utf8) + Array(".jpg".utf8)
        let listing = FolderListing(ofFiles: [name])
        #expect((0..<listing.count).map { listing.name($0) } == [name])
        let store = AssetStore(identity: LibraryIdentity(root: Array("/".utf8)))
        let files = AssetFiles(
            folder: [], members: [AssetFiles.Member(name: name, role: .photo, format: .jpeg)], sidecars: [name])
        #expect(store.files(store.add(files)) == files)
    }
}
