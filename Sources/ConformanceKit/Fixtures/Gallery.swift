internal import FoundationEssentials

/// The kit's own library: what each check gets a copy of. The same for the same seed.
struct Gallery: Codable, Sendable {
    /// Pictures of which each is an asset of its own.
    var photos: [GalleryPhoto] = []

    /// Names of the trees inside the folder that `write` fills.
    static let library: BytePath = "library"
    static let hostile: BytePath = "hostile"
    static let outside: BytePath = "outside"
    /// Size of the pictures that lie outside of the library, which no picture inside has.
    static let outsideSize = (width: 99, height: 33)

    /// 2020-01-01T12:00:00 UTC; files are a minute apart.
    static let firstDate = 1_577_880_000

    static func write(to folder: String, seed: UInt64) throws(CheckStop) {
        let folder = BytePath(folder)
        try Files.makeFolder(folder)
        var writer = GalleryWriter(folder: folder, seed: seed)
        try writer.writeLibrary()
        try writer.writeOutside()
        try HostileMedia.write(to: folder / hostile)
        // Strings and numbers alone: always encodes.
        let list = (try? JSONEncoder().encode(writer.gallery)) ?? Data()
        try Files.write(Array(list), to: folder / "photos.json")
    }

    /// What `write` wrote into the folder.
    init(folder: String) throws(CheckStop) {
        let list = try Files.read(BytePath(folder) / "photos.json")
        guard let gallery = try? JSONDecoder().decode(Gallery.self, from: Data(list)) else {
            throw .harness("\(folder): no list of photos")
        }
        self = gallery
    }

    init() {}
}
