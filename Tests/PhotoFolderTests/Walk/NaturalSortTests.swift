import PhotoModel
import Testing

@testable import PhotoFolder

@Suite struct NaturalSortTests {
    @Test func `Numbers are ordered by value and letters without regard to case`() throws {
        let folder = try LibraryFolder()
        let names = [
            "a.jpg", "B.jpg", "IMG_1.jpg", "IMG_2.jpg", "img_10.jpg", "IMG_20240501_2.jpg", "IMG_20240501_11.jpg",
            "z.jpg", "é.jpg",
        ]
        for name in names.shuffled() { try folder.write(name) }
        #expect(try folder.walked().paths == names)
    }

    @Test func `Files of a folder come before its folders, which are in natural sort too`() throws {
        let folder = try LibraryFolder()
        for name in ["10/a.jpg", "9/b.jpg", "9/1/c.jpg", "z.jpg"] { try folder.write(name) }
        #expect(try folder.walked().paths == ["z.jpg", "9/b.jpg", "9/1/c.jpg", "10/a.jpg"])
    }

    @Test func `Names that differ have keys that differ, unless it is in the case of letters`() {
        let names = ["a1", "a01", "a001", "a1b", "a01b", "a0", "a00", "a", "a10", "1a", "01a", "10", "010", ""]
        #expect(Set(names.map { NaturalSort.key(Array($0.utf8)) }).count == names.count)
        #expect(NaturalSort.key(Array("IMG_1".utf8)) == NaturalSort.key(Array("img_1".utf8)))
    }
}
