import PhotoFolder
import PhotoModel
import Testing

@Suite struct TakeoutNameTests {
    private static let long = "a name that is much longer than Takeout's limit allows it"

    /// The sidecars of each asset, by the name of the file that represents it.
    private func sidecars(_ names: [String]) throws -> [String: [String]] {
        let folder = try LibraryFolder()
        for name in names { try folder.write(name, name.hasSuffix("mp4") ? MediaBytes.mp4 : MediaBytes.jpeg()) }
        let pairs = try folder.walked().assets.map { files in
            (
                String(decoding: files.members[0].name, as: UTF8.self),
                files.sidecars.map { String(decoding: $0, as: UTF8.self) }
            )
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test(arguments: [
        ("X.jpg", "X.jpg.json"), ("X.jpg", "X.json"), ("X.jpg", "X.jpg.supplemental-metadata.json"),
        ("X.jpg", "X.jpg.supplemental-met.json"), ("X.jpg", "X.jpg.s.json"), ("X.jpg", "X.jpg..json"),
        ("X(1).jpg", "X.jpg(1).json"), ("X(1).jpg", "X.jpg.supplemental-metadata(1).json"), ("X(1).jpg", "X(1).json"),
        ("X(1).jpg", "X(1).jpg.json"), ("X-edited.jpg", "X.jpg.json"), ("X-edited(2).jpg", "X.jpg(2).json"),
        ("PXL_1.MP.jpg", "PXL_1.MP.jpg.supplemental-metadata.json"),
        ("PXL_1.PORTRAIT-01.COVER.jpg", "PXL_1.PORTRAIT-01.COVER.jpg.suppl.json"),
        ("clip.mp4", "CLIP.MP4.json"), ("日本.jpg", "日本.jpg.json"),
        ("\(long).jpg", "\(long.prefix(46)).json"), ("\(long)(12).jpg", "\(long.prefix(46))(12).json"),
        ("é\(long).jpg", "é\(long.prefix(45)).json"), ("\(long.prefix(43)).jpg", "\(long.prefix(43)).jp.json"),
        ("\(long.prefix(41)).jpg", "\(long.prefix(41)).jpg..json"),
    ])
    func `A JSON file belongs to the photo whose name Takeout made its name of`(_ photo: String, _ json: String) throws
    {
        #expect(try sidecars([photo, json]) == [photo: [json]])
    }

    @Test func `Each of several photos has its own`() throws {
        let long = Self.long.prefix(46)
        #expect(
            try sidecars([
                "X.jpg", "X(1).jpg", "X-edited.jpg", "X.jpg.json", "X.jpg(1).json", "Y.jpg", "X.png", "X.png.json",
                "\(long)1.jpg", "\(long)1(1).jpg", "\(long)(1).json", "other.json", "metadata.json",
            ]) == [
                "X.jpg": ["X.jpg.json"], "X(1).jpg": ["X.jpg(1).json"], "Y.jpg": [], "X.png": ["X.png.json"],
                "\(long)1.jpg": [], "\(long)1(1).jpg": ["\(long)(1).json"],
            ])
    }

    @Test func `What is named after the photo itself counts first, and XMP before JSON`() throws {
        let names = [
            "X.jpg", "X.xmp", "X.jpg.xmp", "X-edited.jpg.xmp", "X-edited.jpg", "X.jpg.json", "X.json", "X.AAE",
        ]
        let found = try sidecars(names)
        #expect(
            found == ["X.jpg": ["X.jpg.xmp", "X.AAE", "X.xmp", "X-edited.jpg.xmp", "X.jpg.json", "X.json"]])
    }

    @Test func `Folders and links of such names say nothing`() throws {
        let folder = try LibraryFolder()
        try folder.write("X.jpg")
        try folder.makeFolder("X.jpg.json")
        try folder.link("X.json", to: "/dev/zero")
        try folder.link("X.xmp", to: "X.jpg")
        #expect(try folder.walked().assets.map(\.sidecars) == [[]])
    }
}
