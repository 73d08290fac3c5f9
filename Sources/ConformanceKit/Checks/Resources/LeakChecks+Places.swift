internal import BackendAPI
internal import PhotoModel

/// Libraries whose remains are large enough to be seen.
extension LeakChecks {
    static let archive: BytePath = "leaks.zip"

    /// Several, with long names: what is kept of one alone is too little to be told from chance.
    static func writeMany(_ whole: [UInt8], _ suffix: String, to root: BytePath) throws(CheckStop) {
        for number in 10..<30 {
            let name = "leak-\(number)-" + String(repeating: "x", count: 180)
            try Files.write(Array("no archive".utf8), to: root / BytePath(name + ".zip"))
            try Files.write(Array(whole.prefix(30)), to: root / BytePath("\(name).\(suffix)"))
        }
        try writeArchive(whole, suffix, to: root)
        for number in 10..<20 {
            let folder = root / BytePath("leak-\(number)-" + String(repeating: "f", count: 180))
            try Files.makeFolder(folder)
            try Files.write(whole, to: folder / BytePath("photo.\(suffix)"))
            // What is not UTF-8 has a text besides.
            let name = Array("leak-\(number)-".utf8) + [UInt8](repeating: 0xE9, count: 60)
            try Files.write(whole, to: root / BytePath(name + Array(".\(suffix)".utf8)))
        }
    }

    /// Photos in an archive, the second of which cannot be read to its end.
    static func writeArchive(_ photo: [UInt8], _ suffix: String, to root: BytePath) throws(CheckStop) {
        let long = photo + [UInt8](repeating: 0x33, count: 200_000)
        var members = ZipArchive()
        members.add(.init(name: "inside.\(suffix)", bytes: photo, isDeflated: true))
        members.add(.init(name: "cut.\(suffix)", bytes: long, isDeflated: true, isCut: true))
        try Files.write(members.encoded(), to: root / archive, date: FixtureLibrary.firstDate)
    }

    /// One with a photo, whose path is long.
    static func farAway(_ context: CheckContext) throws(CheckStop) -> (root: BytePath, data: BytePath) {
        let format = try ChangeChecks.format(context)
        var root = context.folder
        for _ in 0..<4 {
            root = root / BytePath(String(repeating: "r", count: 200))
            try Files.makeFolder(root)
        }
        let photo = try TestPattern(width: 64, height: 48).encoded(as: format)
        try Files.write(photo, to: root / BytePath("photo.\(format.fileExtension)"))
        let data = context.folder / "far-data"
        try Files.makeFolder(data)
        return (root, data)
    }
}
