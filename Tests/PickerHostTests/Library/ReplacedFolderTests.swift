import Foundation
import TestSupport
import Testing

@testable import PickerHost

@Suite("Another folder in the place of the library's") struct ReplacedFolderTests {
    @Test("A folder without anything that is not hidden is taken for the place of a disk that is away")
    func empty() throws {
        let folder = try TemporaryFolder()
        let location = LibraryLocation.folder(folder.path)
        #expect(!location.holdsNames)
        try Data().write(to: URL(fileURLWithPath: folder.path(".directory")))
        #expect(!location.holdsNames)
        try Data().write(to: URL(fileURLWithPath: folder.path("a.jpg")))
        #expect(location.holdsNames)
    }

    @Test("A folder that was moved and a copy of it are two, and what is no folder is none")
    func identity() throws {
        let folder = try TemporaryFolder()
        let (path, away) = (folder.path("library"), folder.path("away"))
        let location = LibraryLocation.folder(path)
        #expect(location.folderIdentity == nil)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let first = location.folderIdentity
        #expect(first != nil)
        try FileManager.default.moveItem(atPath: path, toPath: away)
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(location.folderIdentity == nil)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(location.folderIdentity != nil && location.folderIdentity != first)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: away, toPath: path)
        #expect(location.folderIdentity == first)
    }
}
