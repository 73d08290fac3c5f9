internal import PhotoModel

/// The kit's own library: what each check gets a copy of. The same for the same seed.
struct FixtureLibrary: Sendable {
    /// Pictures of which each is an asset of its own.
    private(set) var photos: [FixturePhoto] = []

    /// Names of the trees inside the folder that `FixtureWriter` fills.
    static let library: BytePath = "library"
    static let hostile: BytePath = "hostile"
    static let outside: BytePath = "outside"
    /// Size of the images outside of the library, which no image inside has.
    static let outsideSize = PixelSize(width: 99, height: 33)

    /// 2020-01-01T12:00:00 UTC; files are a minute apart.
    static let firstDate = 1_577_880_000

    init(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        for format in PhotoFormat.allCases { addPhotos(format, &random) }
        for orientation in 1...8 {
            let pattern = TestPattern(width: 64, height: 40, orientation: UInt16(orientation))
            add("Orientations/turned-\(orientation).jpg", .jpeg, pattern)
        }
    }

    private mutating func addPhotos(_ format: PhotoFormat, _ random: inout SeededNumbers) {
        let suffix = format.fileExtension
        add("root-\(suffix).\(suffix)", format, TestPattern(width: 64, height: 48))
        add("tall-\(suffix).\(suffix)", format, TestPattern(width: 40, height: 72))
        add("Nested/Inner/Deepest/deep-\(suffix).\(suffix)", format, TestPattern(width: 56, height: 48))
        add("Nested/shallow-\(suffix).\(suffix)", format, TestPattern(width: 48, height: 56))
        add("Ünïcode 写真/smile 😀 \(suffix).\(suffix)", format, TestPattern(width: 64, height: 48))
        let latin = Array("Album Two/caf-\(suffix)-".utf8) + [0xE9] + Array(".\(suffix)".utf8)
        add(BytePath(latin), format, TestPattern(width: 64, height: 48))
        for number in 1...9 {
            let width = 48 + 8 * Int(random.next() % 5)
            add("Album One/\(suffix)-\(number).\(suffix)", format, TestPattern(width: width, height: 48))
        }
        // Larger than the targets that images are asked for.
        add("Album Two/large-\(suffix).\(suffix)", format, TestPattern(width: 640, height: 400))
    }

    private mutating func add(_ path: BytePath, _ format: PhotoFormat, _ pattern: TestPattern) {
        let date = Self.firstDate + photos.count * 60
        photos.append(FixturePhoto(path: path, format: format, pattern: pattern, date: date))
    }
}

/// An image of the fixture library, and what a backend must make of it.
struct FixturePhoto: Sendable {
    /// From the library's root.
    let path: BytePath
    let format: PhotoFormat
    let pattern: TestPattern
    /// Seconds since 1970, when the file was last modified.
    let date: Int

    /// As a person sees it.
    var size: PixelSize { pattern.uprightSize }
    var width: Int { size.width }
    var height: Int { size.height }
    /// Top left, top right, bottom left, bottom right, as a person sees it.
    var quarters: [[Int]] { pattern.uprightColors }
}
