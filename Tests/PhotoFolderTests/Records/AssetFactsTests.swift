import Foundation
import Imaging
import PhotoModel
import Testing

@testable import PhotoFolder

@Suite struct AssetFactsTests {
    private let folder: LibraryFolder

    init() throws { folder = try LibraryFolder() }

    private func asset(_ root: LibraryRoot) throws -> Asset {
        var records = AssetRecords(root)
        return try records.asset(try #require(Walked(root).assets.first))
    }

    @Test(arguments: [("0", false), ("4", false), ("5", true)])
    func `Five stars make a favourite`(_ stars: String, _ isFavorite: Bool) throws {
        try folder.write("a.jpg", MediaBytes.jpeg(attributes: "xmp:Rating='\(stars)'"))
        let asset = try asset(try folder.open())
        #expect(asset.isFavorite == isFavorite && asset.availability == .local)
    }

    @Test(arguments: [(1 << 24, 1 << 24), (1 << 24 + 1, 0), (0x7FFF_FFFF, 0)])
    func `A size that no image has, which a header says, is not known`(_ said: Int, _ known: Int) throws {
        let number = (0..<4).map { UInt8(truncatingIfNeeded: said >> (24 - 8 * $0)) }
        let header = Array("\0\0\0\u{D}IHDR".utf8) + number + [0, 0, 0, 9, 8, 2, 0, 0, 0, 0, 0, 0, 0]
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let data = Array("\0\0\0\0IDAT\0\0\0\0\0\0\0\0IEND\0\0\0\0".utf8)
        try folder.write("a.png", signature + header + data)
        let asset = try asset(try folder.open())
        #expect(asset.pixelWidth == known && asset.pixelHeight == (known == 0 ? 0 : 9))
    }

    @Test(arguments: ["a.AAE", "a.xmp"])
    func `Adjustments beside a photo say that it was edited, and metadata does not`(_ name: String) throws {
        try folder.write("a.jpg")
        try folder.write(name, Array("x".utf8))
        #expect(try asset(try folder.open()).hasAdjustments == (name == "a.AAE"))
    }

    @Test(arguments: [("IMG_20230501_120000.jpg", "x/IMG_20240501_120000.jpg"), ("a.jpg", "b.jpg"), ("a.JPG", "b.jpg")])
    func `A photo that was renamed is what it would be if it were read again`(_ old: String, _ new: String) throws {
        try folder.write(old)
        try folder.makeFolder("x")
        let root = try folder.open()
        let before = try asset(root)
        try FileManager.default.moveItem(atPath: folder.path(old), toPath: folder.path(new))
        let status = try root.file(at: Array(new.utf8)).status
        let renamed = before.renamed(to: Array(new.utf8), status: status, root.identity)
        let again = try asset(root)
        #expect(renamed == again && again != before)
    }

    @Test(arguments: [
        ("a.jpg", "a.jpeg"), ("a.jpg", "Screenshot_1.jpg"), ("Screenshot_1.jpg", "a.jpg"), ("a.jpg", "BURST001.jpg"),
        ("BURST001.jpg", "a.jpg"), ("a.jpg", "a"),
    ])
    func `A photo is read again where its old or its new name says what it is`(_ old: String, _ new: String) throws {
        try folder.write(old)
        let root = try folder.open()
        let status = try root.file(at: Array(old.utf8)).status
        #expect(try asset(root).renamed(to: Array(new.utf8), status: status, root.identity) == nil)
    }

    @Test func `The date of a photo that was renamed stays where the camera wrote it`() throws {
        try folder.write("a.jpg", MediaBytes.jpeg(changed: "2020:02:03 04:05:06"))
        let root = try folder.open()
        let (before, status) = (try asset(root), try root.file(at: Array("a.jpg".utf8)).status)
        let renamed = before.renamed(to: Array("IMG_20240501_120000.jpg".utf8), status: status, root.identity)
        #expect(renamed?.creation == before.creation && before.creation?.source == .metadata)
        #expect(renamed?.filename == "IMG_20240501_120000.jpg")
    }

    @Test func `What stands for a file that vanished has a tag that no file has, and no size`() throws {
        let names: [(String, MediaFormat)] = [("a.jpg", .jpeg), ("b.mp4", .mp4)]
        var records = AssetRecords(try folder.open())
        let assets = names.map { name, format in
            records.assetOrPlaceholder(
                AssetFiles(
                    folder: Array("x".utf8),
                    members: [AssetFiles.Member(name: Array(name.utf8), role: .photo, format: format)]))
        }
        #expect(assets.map(\.contentTag) == [1, 1] && assets.map(\.duration) == [0, nil])
        #expect(assets.map(\.path.text) == ["x/a.jpg", "x/b.mp4"] && assets.map(\.mediaType) == [.image, .video])
        #expect(assets.map(\.contentType) == ["public.jpeg", "public.mpeg-4"])
        #expect(assets.map(\.pixelWidth) == [0, 0])
    }

    @Test func `Each version of a photo is the first file for it, never the edited video of a Live Photo`() {
        func member(_ name: String, _ role: RepresentationRole, _ format: MediaFormat) -> AssetFiles.Member {
            AssetFiles.Member(name: Array(name.utf8), role: role, format: format)
        }
        func names(_ members: AssetFiles.Member...) -> [String?] {
            let files = AssetFiles(folder: [], members: members)
            return [ImageVersion.current, .unadjusted, .original].map { version in
                files.image(version).map { String(decoding: $0.name, as: UTF8.self) }
            }
        }
        let (photo, raw) = (member("photo", .photo, .jpeg), member("raw", .raw, .dng))
        let (edited, moving) = (member("edited", .edited, .jpeg), member("moving", .edited, .mov))
        #expect(names(photo, raw, edited) == ["edited", "photo", "raw"])
        #expect(names(photo, moving) == ["photo", "photo", "photo"])
        #expect(names(raw) == ["raw", "raw", "raw"])
        let video = member("video", .video, .mov)
        #expect(names(video, moving) == ["moving", "video", "video"] && names(video) == ["video", "video", "video"])
    }

    @Test func `Nanoseconds become milliseconds downwards, before 1970 too`() {
        let numbers: [Int64] = [0, 999_999, 1_000_000, -1, -1_000_000, -1_000_001]
        #expect(numbers.map(\.flooredMilliseconds) == [0, 0, 1, -1, -1, -2])
    }

    @Test func `A content tag depends on the order of files, and on orientations that sidecars give`() {
        #expect(ContentTag.token(of: [7]) == 7 && ContentTag.token(of: [7], turned: [nil]) == 7)
        let tags = [
            ContentTag.token(of: [7]), ContentTag.token(of: [7], turned: [.rotated180]),
            ContentTag.token(of: [7], turned: [.mirrored]), ContentTag.token(of: [7, 8]), ContentTag.token(of: [8, 7]),
            ContentTag.token(of: [7, 8], turned: [.mirrored, nil]),
            ContentTag.token(of: [7, 8], turned: [nil, .mirrored]),
        ]
        #expect(Set(tags).count == tags.count && !tags.contains(0))
        #expect(ContentTag.token(of: [7, 8], turned: [nil, nil]) == ContentTag.token(of: [7, 8]))
    }
}
