import PhotoFolder
import PhotoModel
import Testing

@Suite struct LeftOutFileTests {
    @Test func `Files that are left out are counted by their extensions`() throws {
        let folder = try LibraryFolder()
        for name in ["a.pdf", "b.PDF", "x/c.txt", "d", "e.averylongword", "f.日本"] { try folder.write(name, [1, 2, 3]) }
        try folder.write("g.jpg")
        try folder.write("g.xmp", [1])
        try folder.write("h.jpg", [1])
        let walked = try folder.walked()
        #expect(
            walked.leftOut.diagnostic?.message
                == "6 files are left out, as no photo or video that is read here: 3 of no known kind, 2 PDF, 1 TXT")
        #expect(walked.problems.map(\.relativePath) == ["h.jpg"])
    }

    @Test func `Where nothing is left out nothing is said`() throws {
        let folder = try LibraryFolder()
        try folder.write("a.jpg")
        #expect(try folder.walked().leftOut.diagnostic == nil)
        var many = LeftOutFiles()
        for number in 0..<20 { for _ in 0...number { many.note(Array("a.\(number)".utf8)) } }
        #expect(many.diagnostic?.message.hasSuffix("12 11, 11 10, 55 others") == true)
    }
}
