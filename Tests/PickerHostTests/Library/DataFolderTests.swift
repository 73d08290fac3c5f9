import Foundation
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("The folder for what backends keep") struct DataFolderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func mode(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("The folder for what backends keep is made for its owner alone, with those above it, and found again")
    func made() throws {
        let data = DataFolder(folder.path("a/b"))
        let path = try #require(try data.make(for: .folder("/photos/Größe 1"), keepsIndex: false))
        #expect(path.hasPrefix(folder.path("a/b/libraries/Gr__e_1-")))
        for made in [folder.path("a"), folder.path("a/b/libraries"), path] { #expect(try mode(made) == 0o700) }
        #expect(try data.make(for: .folder("/photos/Größe 1"), keepsIndex: true) == path)
    }

    @Test("The folder for what backends keep is another one for each library, and the same in every run")
    func names() {
        let roots = ["/", "/a/Pictures", "/b/Pictures", "/a/Pictures/x", "/a/Pictures "]
        #expect(Set(roots.map(DataFolder.name)).count == roots.count)
        // Made with another implementation of FNV-1a.
        #expect(DataFolder.name(of: "/a") == "a-0880948edeab1be95aa073305546ddad")
    }

    @Test("The folder for what backends keep is left alone by a library without an index, unless it is named")
    func withoutIndex() throws {
        #expect(try DataFolder(nil).make(for: .folder("/photos"), keepsIndex: false) == nil)
    }

    @Test("The folder for what backends keep that cannot be made is an error with its name")
    func impossible() throws {
        _ = try folder.write("", to: "file")
        let error = #expect(throws: PhotoError.self) {
            try DataFolder(folder.path("file")).make(for: .folder("/photos"), keepsIndex: true)
        }
        #expect(error?.status == .io && error?.message.contains(folder.path("file/libraries")) == true)
    }

    @Test("The folder for what backends keep is not among the photos, but may be hidden there")
    func amongPhotos() throws {
        let error = #expect(throws: PhotoError.self) {
            try DataFolder(folder.path("data")).make(for: .folder(folder.path), keepsIndex: true)
        }
        #expect(error?.status == .invalidArgument)
        #expect(try DataFolder(folder.path(".data")).make(for: .folder(folder.path), keepsIndex: true) != nil)
    }

    @Test("The folder for what backends keep is not among the photos by a link or by .. either")
    func amongPhotosByAnotherWay() throws {
        for name in ["photos", "other"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("photos"))
        let root = try canonicalPath(folder.path("photos"))
        for name in ["link", "link/a/b", "other/../photos/data"] {
            let error = #expect(throws: PhotoError.self) {
                try DataFolder(folder.path(name)).make(for: .folder(root), keepsIndex: true)
            }
            #expect(error?.status == .invalidArgument, "\(name)")
        }
        #expect(try DataFolder(folder.path("photos/../data")).make(for: .folder(root), keepsIndex: true) != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: root).isEmpty)
    }
}
