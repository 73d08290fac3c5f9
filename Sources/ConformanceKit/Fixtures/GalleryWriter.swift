internal import Pixels

/// Writes the kit's library, what lies around it, and hostile media into a folder.
struct GalleryWriter {
    let folder: BytePath
    let gallery: Gallery

    private var root: BytePath { folder / Gallery.library }

    func write() throws(CheckStop) {
        try Files.makeFolder(folder)
        try writeLibrary()
        try writeOutside()
        try HostileMedia.write(to: folder / Gallery.hostile)
    }

    private func writeLibrary() throws(CheckStop) {
        let folders: [BytePath] = [
            "Album One", "Album Two", "Nested", "Nested/Inner", "Nested/Inner/Deepest", "Orientations", "Pairs", "Odd",
            "Empty", "Ünïcode 写真",
        ]
        try Files.makeFolder(root)
        for name in folders { try Files.makeFolder(root / name) }
        for photo in gallery.photos {
            try Files.write(photo.painting.encoded(as: photo.format), to: root / photo.path, date: photo.date)
        }
        try writePairs()
        try writeOddities()
    }

    /// What a backend reaches only by leaving its root.
    private func writeOutside() throws(CheckStop) {
        try Files.makeFolder(folder / Gallery.outside)
        let painting = Painting(width: Gallery.outsideSize.width, height: Gallery.outsideSize.height)
        for format in PhotoFormat.allCases {
            let name = BytePath("secret.\(format.fileExtension)")
            try Files.write(painting.encoded(as: format), to: folder / Gallery.outside / name, date: Gallery.firstDate)
        }
    }

    /// Files that belong together: a backend may make one asset of them, or more.
    private func writePairs() throws(CheckStop) {
        let photo = try Painting(width: 64, height: 48).encoded(as: .jpeg)
        for name in ["IMG_0001.JPG", "IMG_0002.JPG", "IMG_0003.JPG", "IMG_E0003.JPG"] {
            try write(photo, BytePath("Pairs/\(name)"))
        }
        try write(SampleFiles.dng, "Pairs/IMG_0001.DNG")
        try write(SampleFiles.quickTime, "Pairs/IMG_0002.MOV")
    }

    private func writeOddities() throws(CheckStop) {
        let photo = try Painting(width: 64, height: 48).encoded(as: .jpeg)
        try write([], "Odd/empty.jpg")
        try write(Array(photo.prefix(photo.count / 2)), "Odd/cut-off.jpg")
        try write(Array("no picture at all\n".utf8), "Odd/text.jpg")
        try Files.link(root / "Odd/loop", to: ".")
        try Files.link(root / "Odd/dangling.jpg", to: "nowhere.jpg")
        try Files.makeFIFO(root / "Odd/fifo.jpg")
        for format in PhotoFormat.allCases {
            let suffix = format.fileExtension
            try Files.link(root / BytePath("Odd/outside-secret.\(suffix)"), to: "../../outside/secret.\(suffix)")
            // Hidden by its name, for backends that tell of hidden assets.
            try write(Painting(width: 64, height: 48).encoded(as: format), BytePath("Album Two/.hidden.\(suffix)"))
        }
        try Files.link(root / "Odd/way-out", to: "../../outside")
    }

    private func write(_ bytes: [UInt8], _ path: BytePath) throws(CheckStop) {
        try Files.write(bytes, to: root / path, date: Gallery.firstDate)
    }
}
