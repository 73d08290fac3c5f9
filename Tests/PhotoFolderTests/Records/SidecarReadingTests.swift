import Imaging
import PhotoModel
import Testing

@testable import PhotoFolder

@Suite struct SidecarReadingTests {
    private let folder: LibraryFolder

    init() throws { folder = try LibraryFolder() }

    private static func packet(_ orientation: Int) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="\(orientation)"/></rdf:RDF>
            </x:xmpmeta>
            """.utf8)
    }

    private func details() throws -> AssetDetails {
        let root = try folder.open()
        var records = AssetRecords(root)
        return try records.details(try #require(Walked(root).assets.first))
    }

    private func sizes() throws -> [String] {
        try details().representations.map { "\($0.filename) \($0.pixelWidth)x\($0.pixelHeight)" }
    }

    @Test func `A sidecar that is named after a stem turns all images of that stem`() throws {
        try folder.write("IMG_1.JPG", MediaBytes.jpeg(width: 400, height: 300))
        try folder.write("IMG_E1.jpg", MediaBytes.jpeg(width: 200, height: 100))
        try folder.write("img_1.xmp", Self.packet(6))
        #expect(try sizes() == ["IMG_1.JPG 300x400", "IMG_E1.jpg 200x100"])
    }

    @Test func `A sidecar that is named after a file turns that file, and counts before that of its stem`() throws {
        try folder.write("IMG_1.JPG", MediaBytes.jpeg(width: 400, height: 300))
        try folder.write("IMG_E1.JPG", MediaBytes.jpeg(width: 200, height: 100))
        try folder.write("IMG_1.xmp", Self.packet(6))
        try folder.write("IMG_1.JPG.xmp", Self.packet(1))
        try folder.write("IMG_E1.JPG.xmp", Self.packet(8))
        #expect(try sizes() == ["IMG_1.JPG 400x300", "IMG_E1.JPG 100x200"])
        #expect(try details().asset.pixelWidth == 100)
    }

    @Test func `An orientation is no other version of a photo unless the file says another one`() throws {
        try folder.write("a.jpg", MediaBytes.jpeg(width: 400, height: 300))
        let before = try details().asset
        for number in [0, 1, 9] {
            try folder.write("a.xmp", Self.packet(number))
            #expect(try details().asset == before, "\(number)")
        }
        try folder.write("a.xmp", Self.packet(3))
        let flipped = try details()
        #expect(flipped.asset.contentTag != before.contentTag && flipped.asset.pixelWidth == 400)
        #expect(flipped.representations[0].contentTag == before.contentTag)
        try folder.write("a.xmp", Self.packet(2))
        #expect(try details().asset.contentTag != flipped.asset.contentTag)
    }

    @Test func `Videos are turned as they say themselves`() throws {
        try folder.write("a.mp4", MediaBytes.mp4)
        let before = try details().asset
        try folder.write("a.xmp", Self.packet(6))
        #expect(try details().asset == before)
    }
}
