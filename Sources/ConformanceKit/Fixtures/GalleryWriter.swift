internal import Pixels

/// Writes the kit's library into a folder, and keeps account of what a backend must make of it.
struct GalleryWriter {
    let folder: BytePath
    private(set) var gallery = Gallery()
    private var random: SeededNumbers
    private var files = 0

    init(folder: BytePath, seed: UInt64) {
        self.folder = folder
        random = SeededNumbers(seed: seed)
    }

    private var root: BytePath { folder / Gallery.library }

    mutating func writeLibrary() throws(CheckStop) {
        try makeFolders()
        for format in PhotoFormat.allCases { try writePhotos(format) }
        for orientation in 1...8 {
            let name = BytePath("Orientations/turned-\(orientation).jpg")
            try add(name, .jpeg, Painting(width: 64, height: 40, orientation: UInt16(orientation)))
        }
        try writePairs()
        try writeOddities()
    }

    /// What a backend reaches only by leaving its root.
    mutating func writeOutside() throws(CheckStop) {
        try Files.makeFolder(folder / Gallery.outside)
        let painting = Painting(width: Gallery.outsideSize.width, height: Gallery.outsideSize.height)
        for format in PhotoFormat.allCases {
            let name = BytePath("secret.\(format.fileExtension)")
            try Files.write(painting.encoded(as: format), to: folder / Gallery.outside / name, date: nextDate())
        }
    }

    private func makeFolders() throws(CheckStop) {
        let names: [BytePath] = [
            "", "Album One", "Album Two", "Nested", "Nested/Inner", "Nested/Inner/Deepest", "Orientations", "Pairs",
            "Odd", "Empty", "Ünïcode 写真",
        ]
        for name in names { try Files.makeFolder(name.bytes.isEmpty ? root : root / name) }
    }

    private mutating func writePhotos(_ format: PhotoFormat) throws(CheckStop) {
        let suffix = format.fileExtension
        try add(BytePath("root-\(suffix).\(suffix)"), format, Painting(width: 64, height: 48))
        try add(BytePath("tall-\(suffix).\(suffix)"), format, Painting(width: 40, height: 72))
        try add(BytePath("Nested/Inner/Deepest/deep-\(suffix).\(suffix)"), format, Painting(width: 56, height: 48))
        try add(BytePath("Nested/shallow-\(suffix).\(suffix)"), format, Painting(width: 48, height: 56))
        try add(BytePath("Ünïcode 写真/smile 😀 \(suffix).\(suffix)"), format, Painting(width: 64, height: 48))
        let latin = Array("Album Two/caf-\(suffix)-".utf8) + [0xE9] + Array(".\(suffix)".utf8)
        try add(BytePath(latin), format, Painting(width: 64, height: 48))
        for number in 1...9 {
            let width = 48 + 8 * Int(random.next() % 5)
            let name = BytePath("Album One/\(suffix)-\(number).\(suffix)")
            try add(name, format, Painting(width: width, height: 48))
        }
        // Larger than the targets that images are asked for.
        try add(BytePath("Album Two/large-\(suffix).\(suffix)"), format, Painting(width: 640, height: 400))
    }

    private mutating func add(_ path: BytePath, _ format: PhotoFormat, _ painting: Painting) throws(CheckStop) {
        let bytes = try painting.encoded(as: format)
        try Files.write(bytes, to: root / path, date: nextDate())
        let size = painting.uprightSize
        gallery.photos.append(
            GalleryPhoto(
                path: path, format: format, width: size.width, height: size.height, quarters: painting.uprightColors,
                orientation: Int(painting.orientation ?? 1), byteSize: bytes.count))
    }

    /// Files that belong together: a backend may make one asset of them, or more.
    private mutating func writePairs() throws(CheckStop) {
        let photo = try Painting(width: 64, height: 48).encoded(as: .jpeg)
        for name in ["IMG_0001.JPG", "IMG_0002.JPG", "IMG_0003.JPG", "IMG_E0003.JPG"] {
            try Files.write(photo, to: root / BytePath("Pairs/\(name)"), date: nextDate())
        }
        try Files.write(SampleFiles.dng, to: root / "Pairs/IMG_0001.DNG", date: nextDate())
        try Files.write(SampleFiles.quickTime, to: root / "Pairs/IMG_0002.MOV", date: nextDate())
    }

    private mutating func writeOddities() throws(CheckStop) {
        let photo = try Painting(width: 64, height: 48).encoded(as: .jpeg)
        try Files.write([], to: root / "Odd/empty.jpg", date: nextDate())
        try Files.write(Array(photo.prefix(photo.count / 2)), to: root / "Odd/cut-off.jpg", date: nextDate())
        try Files.write(Array("no picture at all\n".utf8), to: root / "Odd/text.jpg", date: nextDate())
        try Files.link(root / "Odd/loop", to: ".")
        try Files.link(root / "Odd/dangling.jpg", to: "nowhere.jpg")
        try Files.makeFIFO(root / "Odd/fifo.jpg")
        for format in PhotoFormat.allCases {
            let name = BytePath("secret.\(format.fileExtension)")
            try Files.link(root / BytePath("Odd/outside-\(name)"), to: "../../outside" / name)
        }
        try Files.link(root / "Odd/way-out", to: "../../outside")
    }

    private mutating func nextDate() -> Int {
        files += 1
        return Gallery.firstDate + files * 60
    }
}
