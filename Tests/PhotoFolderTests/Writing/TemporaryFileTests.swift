import Foundation
import Testing

@testable import PhotoFolder

@Suite("What a killed writer left") struct TemporaryFileTests {
    private let folder: LibraryFolder

    init() throws { folder = try LibraryFolder() }

    private static let stale = ".picker-0123456789ABCDEF.part"

    @Test("What a killed writer left is hidden, and removed by the next one that writes in the same way")
    func removed() throws {
        try folder.write(Self.stale)
        #expect(try folder.walked().assets.isEmpty)
        try folder.add("a.jpg", way: .named)
        #expect(try folder.names() == ["a.jpg"])
    }

    @Test(
        "What a killed writer left is distinguished from what another writer is working on, and from other programs' files"
    )
    func kept() throws {
        let others = [
            ".picker-0123456789ABCDEG.part", ".picker-0123456789ABCDEF.parts", ".picker-.part", ".picker-lock",
            "picker-0123456789ABCDEF.part",
        ]
        for name in others { try folder.write(name, [1]) }
        let first = try folder.addition("a.jpg", way: .named)
        try first.append(largeJPEG(10_000))
        try folder.add("b.jpg", way: .named)
        #expect(String(decoding: try first.finish().path, as: UTF8.self) == "a.jpg")
        #expect(try folder.names() == (others + ["a.jpg", "b.jpg"]).sorted())
    }

    @Test("What a killed writer left is no folder and no link, whatever its name")
    func kinds() throws {
        try folder.write("target", [1])
        try folder.makeFolder(Self.stale)
        let link = ".picker-FFFFFFFFFFFFFFFF.part"
        try folder.link(link, to: "target")
        try folder.add("a.jpg", way: .named)
        #expect(try folder.names() == [Self.stale, link, "a.jpg", "target"].sorted())
    }
}
