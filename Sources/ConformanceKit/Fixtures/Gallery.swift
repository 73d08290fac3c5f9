internal import Pixels

/// The kit's own library: what each check gets a copy of. The same for the same seed.
struct Gallery: Sendable {
    /// Pictures of which each is an asset of its own.
    private(set) var photos: [GalleryPhoto] = []

    /// Names of the trees inside the folder that `GalleryWriter` fills.
    static let library: BytePath = "library"
    static let hostile: BytePath = "hostile"
    static let outside: BytePath = "outside"
    /// Size of the pictures that lie outside of the library, which no picture inside has.
    static let outsideSize = PixelSize(width: 99, height: 33)

    /// 2020-01-01T12:00:00 UTC; files are a minute apart.
    static let firstDate = 1_577_880_000

    init(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        for format in PhotoFormat.allCases { addPhotos(format, &random) }
        for orientation in 1...8 {
            let painting = Painting(width: 64, height: 40, orientation: UInt16(orientation))
            add("Orientations/turned-\(orientation).jpg", .jpeg, painting)
        }
    }

    private mutating func addPhotos(_ format: PhotoFormat, _ random: inout SeededNumbers) {
        let suffix = format.fileExtension
        add("root-\(suffix).\(suffix)", format, Painting(width: 64, height: 48))
        add("tall-\(suffix).\(suffix)", format, Painting(width: 40, height: 72))
        add("Nested/Inner/Deepest/deep-\(suffix).\(suffix)", format, Painting(width: 56, height: 48))
        add("Nested/shallow-\(suffix).\(suffix)", format, Painting(width: 48, height: 56))
        add("Ünïcode 写真/smile 😀 \(suffix).\(suffix)", format, Painting(width: 64, height: 48))
        let latin = Array("Album Two/caf-\(suffix)-".utf8) + [0xE9] + Array(".\(suffix)".utf8)
        add(BytePath(latin), format, Painting(width: 64, height: 48))
        for number in 1...9 {
            let width = 48 + 8 * Int(random.next() % 5)
            add("Album One/\(suffix)-\(number).\(suffix)", format, Painting(width: width, height: 48))
        }
        // Larger than the targets that images are asked for.
        add("Album Two/large-\(suffix).\(suffix)", format, Painting(width: 640, height: 400))
    }

    private mutating func add(_ path: BytePath, _ format: PhotoFormat, _ painting: Painting) {
        let date = Self.firstDate + photos.count * 60
        photos.append(GalleryPhoto(path: path, format: format, painting: painting, date: date))
    }
}
