import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PhotoFolder

@Suite("Adding a file") struct AdditionTests {
    private let folder: LibraryFolder

    init() throws { folder = try LibraryFolder() }

    @Test("Adding a file puts all its bytes under the wanted name, whatever the pieces", arguments: WritingWay.allCases)
    func complete(way: WritingWay) throws {
        try folder.makeFolder("Coast")
        for (number, length) in [1, 7, 4095, 4096, 4097, 100_000].enumerated() {
            let bytes = largeJPEG(20_000, seed: UInt8(number))
            let path = try folder.add(
                "\(number).jpg", bytes, to: "Coast", byteSize: Int64(bytes.count), pieceLength: length, way: way)
            #expect(path == "Coast/\(number).jpg")
            #expect(try folder.bytes(path) == bytes)
        }
        #expect(try folder.names(in: "Coast") == (0..<6).map { "\($0).jpg" })
    }

    @Test("Adding a file gives the same asset as a walk")
    func asset() throws {
        let root = try folder.open()
        for (name, bytes) in [("a.jpg", MediaBytes.jpeg()), ("b.mov", MediaBytes.quickTime), ("c.dng", MediaBytes.dng)]
        {
            let addition = try Addition(name, of: root)
            try addition.append(bytes)
            let added = try addition.finish()
            #expect(Walked(root).assets.contains(added))
        }
    }

    @Test("Adding a file keeps the wanted name also when its extension is another format's, or none")
    func extensions() throws {
        #expect(try folder.add("photo.png") == "photo.png")
        #expect(try folder.add("photograph") == "photograph")
        #expect(try folder.add("archive.tar.gz", MediaBytes.mp4) == "archive.tar.gz")
        #expect(try folder.walked().assets.count == 3)
    }

    @Test("Adding a file never overwrites: a name that is taken gets a number", arguments: WritingWay.allCases)
    func numbers(way: WritingWay) throws {
        try folder.write("IMG_1.jpg", [1])
        try folder.makeFolder("IMG_1 (3).jpg")
        let paths = try (0..<3).map { try folder.add("IMG_1.jpg", largeJPEG(10, seed: UInt8($0)), way: way) }
        #expect(paths == ["IMG_1 (2).jpg", "IMG_1 (4).jpg", "IMG_1 (5).jpg"])
        #expect(try folder.bytes("IMG_1.jpg") == [1])
        #expect(try folder.bytes("IMG_1 (4).jpg") == largeJPEG(10, seed: 1))
    }

    @Test("Adding a file does not take what is no photo or video, and leaves nothing", arguments: WritingWay.allCases)
    func notMedia(way: WritingWay) throws {
        for bytes in [[], [0], Array("#!/bin/sh\n".utf8), [UInt8](repeating: 32, count: 100_000)] as [[UInt8]] {
            #expect(throws: WritingError.notMedia(name: "a.jpg")) { try folder.add("a.jpg", bytes, way: way) }
        }
        #expect(try folder.names() == [])
    }

    @Test(
        "Adding a file leaves nothing when the bytes are not as many as were announced", arguments: WritingWay.allCases)
    func incomplete(way: WritingWay) throws {
        let bytes = largeJPEG(10_000)
        for size in [0, 5000, bytes.count - 1, bytes.count + 1] {
            let error = #expect(throws: WritingError.self) {
                try folder.add("a.jpg", bytes, byteSize: Int64(size), pieceLength: 1000, way: way)
            }
            #expect(error?.status == .changed)
        }
        #expect(try folder.names() == [])
    }

    @Test("Adding a file leaves nothing when it is cancelled or given up", arguments: WritingWay.allCases)
    func cancelled(way: WritingWay) throws {
        do {
            let addition = try folder.addition("a.jpg", way: way)
            try addition.append(largeJPEG(10_000))
            #expect(throws: WritingError.cancelled(.deadline)) {
                try addition.finish(cancellation: Cancellation { .deadline })
            }
            #expect(try folder.names().allSatisfy { $0.hasPrefix(".picker-") }, "it has no name yet")
            try folder.addition("b.jpg", way: way).append(largeJPEG(10_000))
        }
        #expect(try folder.names() == [])
    }

    @Test("Adding a file and giving it up leaves an empty folder", arguments: WritingWay.allCases)
    func givenUp(way: WritingWay) throws {
        do {
            let addition = try folder.addition("b.jpg", way: way)
            try addition.append(largeJPEG(10_000))
            #expect(try folder.names().count == (way == .named ? 1 : 0))
        }
        #expect(try folder.names() == [])
    }

    @Test("Adding a file shows nothing to walks and watches before it is complete", arguments: WritingWay.allCases)
    func hidden(way: WritingWay) throws {
        let root = try folder.open()
        let watch = LibraryWatch(root)
        try watch.start()
        do {
            let addition = try folder.addition("a.jpg", way: way)
            try addition.append(largeJPEG(10_000))
            #expect(try Walked(root).assets.isEmpty && !watch.wait(milliseconds: 0))
        }
        // The kernel may report the end of a file without a name; that is one reload for nothing.
        #expect(try !watch.wait(milliseconds: 50) || way == .unnamed)
        try folder.add("a.jpg", way: way)
        #expect(try watch.wait(milliseconds: 10_000))
        #expect(Walked(root).paths == ["a.jpg"])
    }

    @Test("Adding a file follows links as far as they stay inside of the library")
    func links() throws {
        try folder.makeFolder("real")
        try folder.link("inside", to: "real")
        try folder.link("outside", to: folder.surroundings.path)
        #expect(try folder.add("a.jpg", to: "inside") == "inside/a.jpg")
        #expect(try folder.names(in: "real") == ["a.jpg"])
        for path in ["outside", "..", "real/../..", "none"] {
            #expect(throws: WritingError.self) { try folder.add("b.jpg", to: path) }
        }
        #expect(try folder.names() == ["inside", "outside", "real"])
        #expect(!FileManager.default.fileExists(atPath: folder.surroundings.path("b.jpg")))
    }
}
