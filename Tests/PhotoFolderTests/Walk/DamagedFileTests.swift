import Foundation
import Imaging
import PhotoFolder
import PhotoModel
import Testing

@Suite struct DamagedFileTests {
    private let folder: LibraryFolder

    init() throws {
        folder = try LibraryFolder()
        try folder.write("good.jpg")
    }

    @Test func `An empty file named like a photo is reported and is no asset`() throws {
        try folder.write("empty.jpg", [])
        let walked = try folder.walked()
        #expect(walked.paths == ["good.jpg"])
        #expect(walked.problems.map(\.reason) == [.corruptMedia])
        #expect(walked.problems[0].message.contains("empty"))
    }

    @Test func `A text named like a photo is reported and is no asset`() throws {
        try folder.write("text.jpg", Array("Dear diary".utf8))
        let walked = try folder.walked()
        #expect(walked.paths == ["good.jpg"])
        #expect(walked.problems.map(\.relativePath) == ["text.jpg"])
    }

    @Test func `A file that is reported has the path in the bytes of the file system`() throws {
        let name = Array("empty".utf8) + [0xFF] + Array(".jpg".utf8)
        try folder.write(name: name, [])
        let problems = try folder.walked().problems
        #expect(problems.map(\.path.bytes) == [name])
    }

    @Test func `A truncated JPEG is an asset, since it says what it is`() throws {
        try folder.write("cut.jpg", Array(MediaBytes.jpeg().prefix(30)))
        #expect(try folder.walked().paths == ["cut.jpg", "good.jpg"])
    }

    @Test func `What a file is decides its content, not its name`() throws {
        try folder.write("heic.jpg", MediaBytes.heic)
        try folder.write("photo", MediaBytes.jpeg())
        let formats = try folder.walked().assets.map { $0.members[0].format }
        #expect(formats == [.jpeg, .heic, .jpeg])
    }

    @Test func `Files that promise no photo are passed over in silence`() throws {
        try folder.write("notes.txt", Array("text".utf8))
        try folder.write("empty", [])
        mkfifo(folder.path("pipe"), 0o600)
        let walked = try folder.walked()
        #expect(walked.paths == ["good.jpg"] && walked.problems.isEmpty)
    }

    @Test func `Every known format is listed, whether or not it can be decoded`() throws {
        try folder.write("moving.gif", MediaBytes.gif)
        try folder.write("scan.tif", MediaBytes.tiff)
        let walked = try folder.walked()
        #expect(walked.paths == ["good.jpg", "moving.gif", "scan.tif"] && walked.problems.isEmpty)
    }

    @Test(.timeLimit(.minutes(15))) func `A pipe named like a photo is reported and never waited for`() throws {
        mkfifo(folder.path("pipe.jpg"), 0o600)
        let walked = try folder.walked()
        #expect(walked.paths == ["good.jpg"])
        #expect(walked.problems.map(\.relativePath) == ["pipe.jpg"])
        #expect(walked.problems.map(\.reason) == [.unsupportedFormat])
    }

    @Test func `A device named like a photo is reported and never opened`() throws {
        // The device of /dev/zero, which a container may refuse to make.
        guard mknod(folder.path("zero.jpg"), S_IFCHR | 0o600, dev_t(1 << 8 | 5)) == 0 else { return }
        let walked = try folder.walked()
        #expect(walked.paths == ["good.jpg"])
        #expect(walked.problems.map(\.relativePath) == ["zero.jpg"])
    }
}
