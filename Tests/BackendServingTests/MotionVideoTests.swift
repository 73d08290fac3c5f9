import PhotoFixtures
import PhotoFolder
import PhotoModel
import Testing

@Suite("The video in a motion photo")
struct MotionVideoTests {
    @Test("The video in a motion photo is not read from another version of the file than the one it was found in")
    func replaced() throws {
        let folder = try FixtureFolder()
        let sample = try SampleMotionPhoto.google()
        try folder.write("a.jpg", sample.bytes)
        let root = try LibraryRoot(path: Array(folder.path.utf8))
        let files = AssetFiles(
            folder: [], members: [AssetFiles.Member(name: Array("a.jpg".utf8), role: .photo, format: .jpeg)])
        var records = AssetRecords(root)
        let found = try records.place(of: 1, of: files, version: nil)
        let place = try #require(found)
        let bytes = try root.read(place, from: 0, count: sample.video.count, version: nil)
        #expect(bytes == Array(sample.bytes[sample.video]))
        try folder.write("a.jpg", sample.bytes + sample.bytes)
        #expect(throws: FolderError.changed(path: "a.jpg")) {
            try root.read(place, from: 0, count: 10, version: nil)
        }
    }
}
