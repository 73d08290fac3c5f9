import Foundation
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerCommands

@Suite("Files that commands write")
struct OutputFileTests {
    private let folder: TestSupport.TemporaryFolder

    init() throws { folder = try TestSupport.TemporaryFolder() }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    @Test("A file is there when it is complete, takes the place of the one before, and leaves no other")
    func complete() throws {
        try folder.write("before", to: "a")
        do {
            let dropped = try AtomicFile(path: folder.path("a"))
            try dropped.write(Array("half".utf8))
        }
        #expect(TextFile.read(folder.path("a")) == "before" && names == ["a"])
        let file = try AtomicFile(path: folder.path("a"), permissions: 0o600)
        try file.write(Array("af".utf8))
        try file.write(Array("ter".utf8))
        #expect(TextFile.read(folder.path("a")) == "before")
        try file.commit()
        #expect(TextFile.read(folder.path("a")) == "after" && names == ["a"])
        #expect(try FileStatus(path: folder.path("a")).permissions & 0o777 == 0o600)
    }

    @Test("A new file has the first name that is free, and nothing is replaced")
    func new() throws {
        for name in ["a", "b"] { try folder.write("before", to: name) }
        let paths = ["a", "b", "c", "d"].map { FilePath(folder.path($0)) }
        let file = try AtomicFile(path: folder.path("a"))
        try file.write(Array("new".utf8))
        let found = try file.commit(asNew: paths)
        #expect(found == paths[2] && names == ["a", "b", "c"] && TextFile.read(folder.path("c")) == "new")
        #expect(TextFile.read(folder.path("a")) == "before" && TextFile.read(folder.path("b")) == "before")
        let taken = failureStatus { () throws(CommandFailure) in
            let file = try AtomicFile(path: paths[0])
            _ = try file.commit(asNew: paths.prefix(3))
        }
        #expect(taken == .cannotWrite && names == ["a", "b", "c"])
    }

    @Test("A folder is made with those above it, and a file in its place is said")
    func folders() throws {
        for path in ["x/y/z", "x/y/z", "x/w/"] { _ = try OutputFolder(folder.path(path)) }
        #expect(try FileStatus(path: folder.path("x/y/z")).kind == .folder)
        #expect(try FileStatus(path: folder.path("x/w")).kind == .folder)
        try folder.write("", to: "file")
        let error = #expect(throws: CommandFailure.self) { _ = try OutputFolder(folder.path("file")) }
        #expect(error?.status == .cannotWrite && error?.message.hasSuffix("there is a file of that name") == true)
        let made = try OutputFolder(folder.path("x"))
        try made.check()
        try made.write([1, 2], to: "bytes")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("x")).sorted() == ["bytes", "w", "y"])
    }

    @Test("A link is followed to its end, also to what does not exist yet, and the link stays")
    func links() throws {
        for (link, target) in [("one", "two"), ("two", "three")] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
        }
        try OutputTarget(folder.path("one")).write([7])
        #expect(FilePath(folder.path("three")).contents() == [7] && names == ["one", "three", "two"])
        try OutputTarget(folder.path("one")).write([8])
        #expect(FilePath(folder.path("three")).contents() == [8])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("one")) == "two")
    }

    private static func line(_ identifier: String, _ file: String, version: String = "7", more: String = "") -> String {
        """
        {"localIdentifier":"\(identifier)","relativePath":"x.jpg","file":\(file),"width":4,"height":3,\
        "placeholder":null,"status":"ok","message":null,"version":"\(version)"\(more)}

        """
    }

    @Test("A thumbnail is made again unless the photo, the way, the quality and the file are as they were")
    func manifest() throws {
        let made = #","box":"256","quality":80"#
        try folder.write("", to: "a.jpg")
        try folder.write(
            Self.line("a", "null", more: made) + "damaged\n" + Self.line("old", #""a.jpg""#)
                + Self.line("gone", #""none.jpg""#, more: made) + Self.line("failed", "null", more: made)
                + Self.line("a", #""a.jpg""#, more: made), to: ThumbnailManifest.name)
        let output = try OutputFolder(folder.path)
        let manifest = ThumbnailManifest(in: output)
        func isDone(
            _ identifier: String = "a", path: String = "x.jpg", tag: UInt64 = 7, box: String = "256", quality: Int = 80
        ) -> Bool {
            var asset = Asset(
                localIdentifier: identifier, filename: "x.jpg", path: AssetPath(path), contentType: "public.jpeg",
                mediaType: .image)
            asset.contentTag = tag
            return manifest.done(asset, box: box, quality: quality, in: output) != nil
        }
        #expect(isDone())
        #expect(!isDone(path: "y.jpg") && !isDone(tag: 8) && !isDone(box: "512") && !isDone(quality: 81))
        for identifier in ["old", "gone", "failed", "other"] { #expect(!isDone(identifier), "\(identifier)") }
        #expect(manifest.lines(except: []).map(\.localIdentifier) == ["a", "failed", "gone"])
        #expect(manifest.lines(except: ["a", "gone"]).map(\.localIdentifier) == ["failed"])
        let none = ThumbnailManifest(in: try OutputFolder(folder.path("empty")))
        #expect(none.lines(except: []).isEmpty)
    }
}
