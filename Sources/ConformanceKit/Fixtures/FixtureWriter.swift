internal import PhotoModel

/// Writes the fixture library, what surrounds it, and hostile media into a folder.
struct FixtureWriter {
    /// A file of no bytes. A library on a server may list it all the same.
    static let emptyFile: BytePath = "Odd/empty.jpg"

    let folder: BytePath
    let fixtures: FixtureLibrary

    private var root: BytePath { folder / FixtureLibrary.library }

    func write() throws(CheckStop) {
        try Files.makeFolder(folder)
        try writeLibrary()
        try writeOutside()
        try HostileMedia.write(to: folder / FixtureLibrary.hostile)
    }

    private func writeLibrary() throws(CheckStop) {
        let folders: [BytePath] = [
            "Album One", "Album Two", "Nested", "Nested/Inner", "Nested/Inner/Deepest", "Orientations", "Pairs", "Odd",
            "Empty", "Ünïcode 写真",
        ]
        try Files.makeFolder(root)
        for name in folders { try Files.makeFolder(root / name) }
        for photo in fixtures.photos {
            try Files.write(photo.pattern.encoded(as: photo.format), to: root / photo.path, date: photo.date)
        }
        try writePairs()
        try writeOddities()
    }

    /// What a backend reaches only by leaving its root.
    private func writeOutside() throws(CheckStop) {
        try Files.makeFolder(folder / FixtureLibrary.outside)
        let pattern = TestPattern(width: FixtureLibrary.outsideSize.width, height: FixtureLibrary.outsideSize.height)
        for format in PhotoFormat.allCases {
            let name = BytePath("secret.\(format.fileExtension)")
            try Files.write(
                pattern.encoded(as: format), to: folder / FixtureLibrary.outside / name, date: FixtureLibrary.firstDate)
        }
    }

    /// Files that belong together: a backend may make one asset of them, or more.
    private func writePairs() throws(CheckStop) {
        let photo = try TestPattern(width: 64, height: 48).encoded(as: .jpeg)
        for name in ["IMG_0001.JPG", "IMG_0002.JPG", "IMG_0003.JPG", "IMG_E0003.JPG"] {
            try write(photo, BytePath("Pairs/\(name)"))
        }
        try write(SampleFiles.dng, "Pairs/IMG_0001.DNG")
        try write(SampleFiles.quickTime, "Pairs/IMG_0002.MOV")
    }

    private func writeOddities() throws(CheckStop) {
        let photo = try TestPattern(width: 64, height: 48).encoded(as: .jpeg)
        try write([], Self.emptyFile)
        try write(Array(photo.prefix(photo.count / 2)), "Odd/cut-off.jpg")
        try write(Array("no image at all\n".utf8), "Odd/text.jpg")
        try Files.link(root / "Odd/loop", to: ".")
        try Files.link(root / "Odd/dangling.jpg", to: "nowhere.jpg")
        try Files.makeFIFO(root / "Odd/fifo.jpg")
        for format in PhotoFormat.allCases {
            let suffix = format.fileExtension
            try Files.link(root / BytePath("Odd/outside-secret.\(suffix)"), to: "../../outside/secret.\(suffix)")
            // Hidden by its name, for backends that list hidden assets.
            try write(TestPattern(width: 64, height: 48).encoded(as: format), BytePath("Album Two/.hidden.\(suffix)"))
        }
        try Files.link(root / "Odd/way-out", to: "../../outside")
    }

    private func write(_ bytes: [UInt8], _ path: BytePath) throws(CheckStop) {
        try Files.write(bytes, to: root / path, date: FixtureLibrary.firstDate)
    }
}

/// The first bytes of files that are listed without being decoded.
enum SampleFiles {
    static let quickTime = box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0] + Array("qt  ".utf8)) + box("mdat", [])

    /// A RAW file: a TIFF structure whose only tag is DNGVersion.
    static let dng: [UInt8] =
        Array("II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0xC6, 1, 0, 4, 0, 0, 0, 1, 4, 0, 0, 0, 0, 0, 0]

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(8 + content.count)] + Array(type.utf8) + content
    }
}
