import PhotoFolder
import PhotoModel
import Testing

@Suite("The name of an added file") struct NewFileNameTests {
    private let folder: LibraryFolder

    init() throws { folder = try LibraryFolder() }

    private static let unusable = [
        "", ".", "..", "/", "a/b.jpg", "/a.jpg", "a.jpg/", "a\0.jpg", ".hidden.jpg", ".jpg", "@eaDir", "a.xmp", "A.AAE",
        "a.thm",
    ]

    @Test(
        "The name of an added file is refused when it is none, or one that libraries do not show", arguments: unusable)
    func refused(name: String) throws {
        let error = #expect(throws: WritingError.self) { try folder.add(name) }
        #expect(error?.status == .invalidArgument)
        #expect(try folder.names() == [])
    }

    @Test(
        "The name of an added file may hold anything else",
        arguments: ["ä 🌊.jpg", "-a.jpg", "a\nb.jpg", "a..jpg", "a b", "~", "a\\b.jpg"])
    func kept(name: String) throws {
        #expect(try folder.add(name) == name)
        #expect(try folder.walked().paths == [name])
    }

    @Test(
        "The name of an added file is shortened to what fits, whole characters at a time, with its extension and its number",
        arguments: ["x", "ä", "🌊", "👨‍👩‍👧‍👦", "e\u{301}"])
    func shortened(character: String) throws {
        for length in [200, 255, 300, 5000] {
            let stem = String(repeating: character, count: length / character.utf8.count + 1)
            for _ in 1...3 {
                let name = try folder.add("\(stem).jpeg")
                #expect(name.utf8.count <= 255 && name.utf8.count > 200)
                #expect(name.hasSuffix(".jpeg"))
                let kept = name.dropLast(5).prefix { $0 != " " }
                #expect(kept.allSatisfy { String($0) == character }, "\(name)")
            }
        }
        #expect(try folder.walked().assets.count == 12)
    }

    @Test("The name of an added file keeps its length also when it is one character without end, or one extension")
    func degenerate() throws {
        let zalgo = "a" + String(repeating: "\u{301}", count: 400)
        #expect(try folder.add(zalgo + ".jpg").utf8.count <= 255)
        let dots = "a." + String(repeating: "x", count: 400)
        for _ in 0..<2 { #expect(try folder.add(dots).utf8.count <= 255) }
        #expect(try folder.walked().assets.count == 3)
    }

    /// What is there, what is added, and the name that it gets.
    private static let pairs: [([String], String, String)] = [
        (["IMG_1.JPG"], "IMG_1.MOV", "IMG_1 (2).MOV"), (["IMG_1.MOV"], "IMG_1.JPG", "IMG_1 (2).JPG"),
        (["IMG_1.JPG"], "IMG_1.DNG", "IMG_1 (2).DNG"), (["img_1.jpg"], "IMG_1.HEIC", "IMG_1 (2).HEIC"),
        (["IMG_1.JPG"], "IMG_E1.JPG", "IMG_E1 (2).JPG"), (["IMG_E1.JPG"], "IMG_1.JPG", "IMG_1 (2).JPG"),
        (["IMG_1.JPG", "IMG_1 (2).DNG"], "IMG_1.MOV", "IMG_1 (3).MOV"),
        (["P.RAW-01.COVER.jpg"], "P.RAW-02.ORIGINAL.dng", "P (2).RAW-02.ORIGINAL.dng"),
        (["IMG_1.xmp"], "IMG_1.JPG", "IMG_1 (2).JPG"), (["IMG_1.JPG.xmp"], "IMG_1.JPG", "IMG_1 (2).JPG"),
        (["IMG_2.JPG", "IMG_11.JPG", "IMG_01.JPG"], "IMG_1.MOV", "IMG_1.MOV"), (["IMG_1.txt"], "a.jpg", "a.jpg"),
        (["a.png"], "a.jpg", "a (2).jpg"), (["a"], "a.jpg", "a (2).jpg"),
        (["GL010001.LRV"], "GX010001.MP4", "GX010001 (2).MP4"),
        (
            ["00100dPORTRAIT_00100_BURST20190101120000000_COVER.jpg"], "00000PORTRAIT_00000_BURST20190101120000000.jpg",
            "00000PORTRAIT_00000_BURST20190101120000000 (2).jpg"
        ),
    ]

    @Test("The name of an added file never makes it a part of another asset", arguments: pairs)
    func assetOfItsOwn(present: [String], wanted: String, expected: String) throws {
        for name in present { try folder.write(name, bytes(name)) }
        let before = try folder.walked().roles
        #expect(try folder.add(wanted, bytes(wanted)) == expected)
        let after = try folder.walked().roles
        #expect(after.count == before.count + 1 && Set(after).isSuperset(of: before), "\(after)")
    }

    private func bytes(_ name: String) -> [UInt8] {
        switch name.lowercased().split(separator: ".").last {
        case "mov": MediaBytes.quickTime
        case "dng": MediaBytes.dng
        case "heic": MediaBytes.heic
        case "xmp", "txt": Array("text".utf8)
        default: MediaBytes.jpeg()
        }
    }
}
