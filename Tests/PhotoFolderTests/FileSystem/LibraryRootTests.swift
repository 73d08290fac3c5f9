import Foundation
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@Suite struct LibraryRootTests {
    @Test func `A missing folder is not found`() throws {
        let folder = try LibraryFolder()
        let path = folder.path("missing")
        #expect(throws: FolderError.notFound(path: path)) { try LibraryRoot(path: Array(path.utf8)) }
    }

    @Test func `A file is no library`() throws {
        let folder = try LibraryFolder()
        try folder.write("photo.jpg")
        let path = folder.path("photo.jpg")
        #expect(throws: FolderError.notFolder(path: path)) { try LibraryRoot(path: Array(path.utf8)) }
    }

    @Test func `A folder so deep that the system takes no path to it is not looked for`() throws {
        let root = try LibraryFolder().open()
        for (count, code) in [(2047, 0), (2048, ENAMETOOLONG)] {
            let path = [[UInt8]](repeating: Array("a".utf8), count: count).joined(separator: Array("/".utf8))
            let error = #expect(throws: FolderError.self) { try root.folder(at: Array(path) + Array("/".utf8)) }
            #expect(error?.systemErrno == code)
        }
    }

    @Test func `An empty folder is a library without assets`() throws {
        let walked = try LibraryFolder().walked()
        #expect(walked.assets.isEmpty && walked.problems.isEmpty)
        #expect(walked.folders == [""])
    }

    @Test func `A library holds assets when a file, or a link to a hidden one, is one`() throws {
        let folder = try LibraryFolder()
        let root = try folder.open()
        try folder.write("a/notes.txt", Array("text".utf8))
        try folder.write("a/text.jpg", Array("text".utf8))
        try folder.write(".hidden/photo")
        #expect(try !root.holdsAssets())
        try folder.link("a/link.jpg", to: "../.hidden/photo")
        #expect(try root.holdsAssets())
        try folder.remove("a/link.jpg")
        try folder.write("a/b/photo.jpg")
        #expect(try root.holdsAssets())
    }

    @Test func `A path with a NUL in it is not found`() throws {
        #expect(throws: FolderError.self) { try LibraryRoot(path: Array("/tmp\0/x".utf8)) }
    }

    @Test func `The root is canonical, whatever links lead to it`() throws {
        let folder = try LibraryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.surroundings.path("alias"), withDestinationPath: folder.path)
        let root = try LibraryRoot(path: Array(folder.surroundings.path("alias").utf8))
        let direct = try folder.open()
        #expect(root.path == direct.path && root.identity == direct.identity)
    }

    @Test func `A root that vanished is not readable any more`() throws {
        let folder = try LibraryFolder()
        let root = try folder.open()
        #expect(root.isReadable)
        try FileManager.default.removeItem(atPath: folder.path)
        #expect(!root.isReadable)
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
        #expect(!root.isReadable, "another folder of the same name is not the library")
    }

    @Test func `A root that may not be read is not readable`() throws {
        let folder = try LibraryFolder()
        let root = try folder.open()
        chmod(folder.path, 0)
        defer { chmod(folder.path, 0o700) }
        let isReadable = withoutPrivileges { root.isReadable }
        #expect(!isReadable)
    }
}
