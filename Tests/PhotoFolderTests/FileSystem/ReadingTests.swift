import Foundation
import PhotoFolder
import TestSupport
import Testing

@Suite struct ReadingTests {
    private let folder: LibraryFolder
    private let root: LibraryRoot
    private let path = Array("notes.jpg".utf8)

    init() throws {
        folder = try LibraryFolder()
        try folder.write("notes.jpg", Array("0123456789".utf8))
        root = try folder.open()
    }

    @Test func `Reads go from an offset to the end at most`() throws {
        #expect(try root.read(path, from: 2, count: 3) == Array("234".utf8))
        #expect(try root.read(path, from: 8, count: 100) == Array("89".utf8))
        #expect(try root.read(path, from: 10, count: 100).isEmpty)
        #expect(try root.read(path, from: .max, count: .max).isEmpty)
    }

    @Test func `A file that was rewritten has another version`() throws {
        let version = ContentTag.token(of: try root.file(at: path).status)
        #expect(try root.read(path, from: 0, count: 1, version: version) == Array("0".utf8))
        try folder.write("notes.jpg", Array("abcdefghij".utf8))
        #expect(throws: FolderError.changed(path: "notes.jpg")) {
            try root.read(path, from: 0, count: 1, version: version)
        }
    }

    @Test func `A file that is rewritten with its old time and size has another version`() throws {
        var times = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
        utimensat(AT_FDCWD, folder.path("notes.jpg"), &times, 0)
        let version = ContentTag.token(of: try root.file(at: path).status)
        let handle = try #require(FileHandle(forWritingAtPath: folder.path("notes.jpg")))
        handle.write(Data("abc".utf8))
        try handle.close()
        utimensat(AT_FDCWD, folder.path("notes.jpg"), &times, 0)
        #expect(ContentTag.token(of: try root.file(at: path).status) != version)
    }

    @Test func `A file that is replaced while it is open stays what it was`() throws {
        let file = try root.file(at: path)
        try folder.write("new.jpg", Array("abcdefghij".utf8))
        rename(folder.path("new.jpg"), folder.path("notes.jpg"))
        #expect(try file.read(at: 0, count: 10) == Array("0123456789".utf8))
    }

    @Test func `A pipe without a writer is refused at once`() throws {
        mkfifo(folder.path("pipe.jpg"), 0o600)
        #expect(throws: FolderError.notRegularFile(path: "pipe.jpg")) {
            try root.file(at: Array("pipe.jpg".utf8))
        }
    }

    @Test func `A link that leads outside is not opened`() throws {
        try folder.surroundings.write("secret", to: "secret.jpg")
        try folder.link("photo.jpg", to: "../secret.jpg")
        try folder.link("absolute.jpg", to: folder.surroundings.path("secret.jpg"))
        try folder.link("elsewhere", to: "..")
        for name in ["photo.jpg", "absolute.jpg", "elsewhere/secret.jpg"] {
            #expect(throws: FolderError.leavesLibrary(path: name == "elsewhere/secret.jpg" ? "elsewhere" : name)) {
                try root.file(at: Array(name.utf8))
            }
        }
    }

    @Test func `A path that climbs out is not opened`() throws {
        try folder.surroundings.write("secret", to: "secret.jpg")
        try folder.makeFolder("inside")
        for path in ["../secret.jpg", "inside/../../secret.jpg", "./../secret.jpg"] {
            #expect(throws: FolderError.self) { try root.file(at: Array(path.utf8)) }
        }
        #expect(throws: FolderError.self) { try root.file(at: Array("..".utf8)) }
    }
}
