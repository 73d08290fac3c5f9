import Foundation
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct LibraryWatchTests {
    private let folder: LibraryFolder

    init() throws {
        folder = try LibraryFolder()
        try folder.write("inside/a.jpg")
    }

    private func started(folderLimit: Int = 1000) throws -> LibraryWatch {
        let watch = LibraryWatch(try folder.open(), folderLimit: folderLimit, comparisonInterval: .zero)
        try watch.start()
        return watch
    }

    @Test func `Nothing happens while nothing happens, and reading is nothing`() throws {
        let watch = try started()
        _ = try folder.walked()
        #expect(try !watch.wait(milliseconds: 0))
    }

    @Test func `A new, a rewritten, a renamed and a removed file are noticed`() throws {
        let watch = try started()
        try folder.write("inside/b.jpg")
        #expect(try watch.wait(milliseconds: 10_000))
        try folder.write("inside/b.jpg", [1])
        #expect(try watch.wait(milliseconds: 10_000))
        try folder.remove("inside/b.jpg")
        #expect(try watch.wait(milliseconds: 10_000))
        #expect(try !watch.wait(milliseconds: 0))
    }

    @Test func `Files in a new folder are noticed`() throws {
        let watch = try started()
        try folder.makeFolder("new/deeper")
        #expect(try watch.wait(milliseconds: 10_000))
        while try watch.wait(milliseconds: 0) {}
        try folder.write("new/deeper/c.jpg")
        #expect(try watch.wait(milliseconds: 10_000))
    }

    @Test func `Files in a folder that could not be read at first are noticed when it can be`() throws {
        // The surroundings belong to the user who runs the tests; the user without privileges has to get in.
        chmod(folder.surroundings.path, 0o755)
        chmod(folder.path("inside"), 0)
        defer { chmod(folder.path("inside"), 0o755) }
        let watch = try withoutPrivileges { try started() }
        chmod(folder.path("inside"), 0o755)
        #expect(try watch.wait(milliseconds: 10_000))
        while try watch.wait(milliseconds: 0) {}
        try folder.write("inside/b.jpg")
        #expect(try watch.wait(milliseconds: 10_000))
    }

    @Test func `Hidden files are not noticed`() throws {
        let watch = try started()
        try folder.write(".picker-lock")
        #expect(try !watch.wait(milliseconds: 0))
    }

    @Test func `Folders are compared where they cannot be watched, with a word about it`() throws {
        let watch = try started(folderLimit: 1)
        #expect(watch.limitation?.contains("max_user_watches") == true)
        #expect(try !watch.wait(milliseconds: 0))
        try folder.write("inside/b.jpg")
        #expect(try watch.wait(milliseconds: 0))
        #expect(try !watch.wait(milliseconds: 0))
    }
}
