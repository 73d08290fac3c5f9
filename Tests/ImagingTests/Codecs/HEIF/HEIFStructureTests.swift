import PhotoModel
import Testing

@testable import Imaging

@Suite("The structure of a HEIF file")
struct HEIFStructureTests {
    private func header(_ fixture: HEIFFixture) throws -> ImageHeader {
        try ImageDecoder().header(of: fixture.source)
    }

    @Test(
        "turns the image as the container says, mirrored after it was turned where that comes later",
        arguments: [
            ([], .upright), ([HEIFFixture.rotation(1)], .rotated270), ([HEIFFixture.rotation(3)], .rotated90),
            ([HEIFFixture.mirror(0)], .flipped), ([HEIFFixture.mirror(1)], .mirrored),
            ([HEIFFixture.rotation(1), HEIFFixture.mirror(1)], .transversed),
            ([HEIFFixture.mirror(1), HEIFFixture.rotation(1)], .transposed),
            ([HEIFFixture.rotation(2), HEIFFixture.rotation(2)], .upright),
        ] as [([[UInt8]], Orientation)])
    func turns(properties: [[UInt8]], expected: Orientation) throws {
        let header = try header(.image(40, 30, properties))
        #expect(header.orientation == expected)
        #expect(header.orientedSize == expected.apply(to: PixelSize(width: 40, height: 30)))
    }

    @Test("cuts the image before or after it is turned, as the container says")
    func cuts() throws {
        let cut = HEIFFixture.cleanAperture(20, 10, right: -20, down: 0)
        #expect(try header(.image(40, 30, [cut])).orientedSize == PixelSize(width: 20, height: 10))
        let turned = try header(.image(40, 30, [cut, HEIFFixture.rotation(1)]))
        #expect(turned.orientedSize == PixelSize(width: 10, height: 20))
        let later = try header(
            .image(40, 30, [HEIFFixture.rotation(1), HEIFFixture.cleanAperture(20, 10, right: 0, down: 0)]))
        #expect(later.orientedSize == PixelSize(width: 20, height: 10))
    }

    @Test("is corrupt where the part to be shown is not inside the image")
    func outside() {
        for cut in [
            HEIFFixture.cleanAperture(50, 10, right: 0, down: 0), HEIFFixture.cleanAperture(20, 10, right: 60, down: 0),
            HEIFFixture.cleanAperture(0, 10, right: 0, down: 0), HEIFFixture.box("clap", [1, 2, 3]),
        ] {
            expectCorrupt(.image(40, 30, [cut]))
        }
    }

    @Test("is corrupt without a main image, with one that is not there, or with one without a size")
    func incomplete() {
        var fixture = HEIFFixture.image(40, 30)
        fixture.primary = nil
        expectCorrupt(fixture)
        fixture.primary = 7
        expectCorrupt(fixture)
        fixture.primary = 1
        fixture.items[0].size = nil
        expectCorrupt(fixture)
    }

    @Test("is refused with very many references or pieces of items, which take many times their bytes")
    func counts() {
        var fixture = HEIFFixture.image(40, 30)
        fixture.references = Array(repeating: ("thmb", 1, [1]), count: (1 << 17) + 1)
        let error = #expect(throws: ImagingError.self) { try header(fixture) }
        if case .tooLarge? = error {} else { Issue.record("\(String(describing: error))") }
        // Items without offsets, each of 65,535 pieces of one byte.
        let pieces = [UInt8](repeating: 0, count: 65_535)
        var locations: [UInt8] = [1, 0, 0, 0, 0, 1, 0, 5]
        for _ in 0..<5 { locations += [0, 1, 0, 0, 0, 0, 0xFF, 0xFF] + pieces }
        var container = HEIFContainer()
        let other = #expect(throws: ImagingError.self) { try container.noteLocations(ByteView(locations)) }
        if case .tooLarge? = other {} else { Issue.record("\(String(describing: other))") }
    }

    private func expectCorrupt(_ fixture: HEIFFixture) {
        let error = #expect(throws: ImagingError.self) { try header(fixture) }
        guard case .corrupt = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("is corrupt where an image has more properties than an entry can count", arguments: [254, 255])
    func manyProperties(count: Int) throws {
        let item = HEIFFixture.big(1, 2) + HEIFFixture.big(0, 2) + Array("hvc1".utf8) + [0]
        let size = HEIFFixture.fullBox("ispe", HEIFFixture.big(40) + HEIFFixture.big(30))
        // The size, then one turn after the other, of which four are none.
        let associations =
            HEIFFixture.big(2) + HEIFFixture.big(1, 2) + [1, 1] + HEIFFixture.big(1, 2) + [UInt8(count)]
            + [UInt8](repeating: 2, count: count)
        let content: [[UInt8]] = [
            HEIFFixture.fullBox("hdlr", HEIFFixture.big(0) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)),
            HEIFFixture.fullBox("pitm", HEIFFixture.big(1, 2)),
            HEIFFixture.fullBox("iinf", HEIFFixture.big(1, 2) + HEIFFixture.fullBox("infe", version: 2, item)),
            HEIFFixture.box(
                "iprp",
                HEIFFixture.box("ipco", size + HEIFFixture.rotation(1)) + HEIFFixture.fullBox("ipma", associations)),
            HEIFFixture.fullBox("iloc", [0x44, 0, 0, 0]),
        ]
        let head = HEIFFixture.box("ftyp", Array("heic".utf8) + HEIFFixture.big(0) + Array("mif1".utf8))
        let source = ImageSource(bytes: head + HEIFFixture.fullBox("meta", Array(content.joined())))
        guard count == 255 else {
            #expect(try ImageDecoder().header(of: source).orientation == .rotated180)
            return
        }
        let error = #expect(throws: ImagingError.self) { try ImageDecoder().header(of: source) }
        if case .corrupt = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test("is read at any length of it without harm")
    func cutOff() throws {
        let bytes = HEIFFixture.grid(columns: 3, rows: 2, size: PixelSize(width: 170, height: 100)).bytes
        for length in 0..<bytes.count {
            #expect(throws: ImagingError.self) {
                try ImageDecoder().header(of: ImageSource(bytes: Array(bytes.prefix(length))))
            }
        }
        #expect(try ImageDecoder().header(of: ImageSource(bytes: bytes)).storedSize.width == 170)
    }

    /// An item of one directory with the orientation 3 and the maker.
    private func exif(_ id: Int) -> HEIFFixture.Item {
        let block: [UInt8] =
            "II".utf8 + [42, 0, 8, 0, 0, 0, 2, 0, 0x0F, 1, 2, 0, 4, 0, 0, 0] + "Ace\0".utf8
            + [0x12, 1, 3, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]
        return .init(id: id, type: "Exif", data: HEIFFixture.big(6) + "Exif\0\0".utf8 + block)
    }

    @Test("shows what a gain map is for, where the main image is both together")
    func toneMap() throws {
        var fixture = HEIFFixture.image(40, 30, [HEIFFixture.rotation(1)])
        fixture.items[0].id = 2
        let size = PixelSize(width: 30, height: 40)
        let map = HEIFFixture.Item(id: 3, type: "hvc1", size: PixelSize(width: 20, height: 15), isHidden: true)
        fixture.items += [.init(id: 1, type: "tmap", size: size), map, exif(4)]
        fixture.references = [("dimg", 1, [2, 3]), ("cdsc", 4, [1])]
        let header = try header(fixture)
        #expect(header.storedSize == PixelSize(width: 40, height: 30) && header.orientedSize == size)
        let metadata = try ImageDecoder().metadata(of: fixture.source)
        #expect(metadata.make == "Ace" && metadata.isHDR)
        #expect(try HEIFFile(fixture.source).items().first?.id == 2)
    }

    @Test("takes EXIF for all but how the image is turned")
    func metadata() throws {
        var fixture = HEIFFixture.image(40, 30, [HEIFFixture.rotation(1)])
        fixture.items.append(exif(2))
        fixture.references.append(("cdsc", 2, [1]))
        let metadata = try ImageDecoder().metadata(of: fixture.source)
        #expect(metadata.make == "Ace" && metadata.orientation == .rotated270)
    }

    @Test("is read in moments where thousands of thumbnails and blocks of metadata do not belong together")
    func manyBlocks() throws {
        var fixture = HEIFFixture.image(40, 30)
        for id in 2..<12_000 {
            fixture.items.append(.init(id: id, type: "jpeg", data: []))
            fixture.items.append(.init(id: id + 20_000, type: "Exif", data: []))
            fixture.references += [("thmb", id, [1]), ("cdsc", id + 20_000, [60_000])]
        }
        let start = ContinuousClock.now
        #expect(try ImageDecoder().metadata(of: fixture.source).make == nil)
        // Each of them for each of the others takes minutes.
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test("takes the profile of the first tile where the image that is made of tiles has none")
    func colorOfTiles() throws {
        var fixture = HEIFFixture.grid(columns: 2, rows: 1, size: PixelSize(width: 128, height: 60))
        #expect(try !header(fixture).hasColorProfile)
        for index in 1...2 { fixture.items[index].properties = [HEIFFixture.box("colr", "prof".utf8 + [1, 2, 3])] }
        #expect(try header(fixture).hasColorProfile)
        // What the image says itself counts more.
        let points = HEIFFixture.box("colr", "nclx".utf8 + [0, 12, 0, 13, 0, 6, 0x80])
        fixture.items[0].properties = [points]
        #expect(try !header(fixture).hasColorProfile)
    }

    @Test("shows what a thumbnail is of, where the file names that as its main image")
    func thumbnailAsMainImage() throws {
        var fixture = HEIFFixture.image(400, 300, [HEIFFixture.rotation(1)])
        fixture.items.append(.init(id: 2, type: "hvc1", size: PixelSize(width: 40, height: 30)))
        fixture.references.append(("thmb", 2, [1]))
        fixture.primary = 2
        #expect(try header(fixture).orientedSize == PixelSize(width: 300, height: 400))
        let items = try HEIFFile(fixture.source).items()
        #expect(items.map(\.id) == [1, 2] && items.map(\.kind) == [.primary, .thumbnail])
        #expect(try HEIFFile(fixture.source, item: 2).header().orientedSize == PixelSize(width: 40, height: 30))
    }

    @Test("shows a main image that calls itself a thumbnail of itself, of another, or of nothing")
    func thumbnailOfNothing() throws {
        for master in [1, 2, 9] {
            var fixture = HEIFFixture.image(40, 30)
            fixture.references.append(("thmb", 1, [master]))
            if master == 2 {
                fixture.items.append(.init(id: 2, type: "hvc1", size: PixelSize(width: 20, height: 10)))
                fixture.references.append(("thmb", 2, [1]))
            }
            #expect(try header(fixture).storedSize.width == 40)
        }
    }

    @Test("lists its images, but not the tiles that one is made of")
    func items() throws {
        var fixture = HEIFFixture.grid(columns: 2, rows: 1, size: PixelSize(width: 128, height: 60))
        let type = "urn:mpeg:hevc:2015:auxid:2"
        fixture.items += [
            .init(id: 10, type: "hvc1", size: PixelSize(width: 32, height: 15)),
            .init(
                id: 11, type: "hvc1", size: PixelSize(width: 64, height: 30),
                properties: [HEIFFixture.fullBox("auxC", type.utf8 + [0])]),
            .init(id: 12, type: "hvc1", size: PixelSize(width: 20, height: 30), properties: [HEIFFixture.rotation(1)]),
        ]
        fixture.references += [("thmb", 10, [1]), ("auxl", 11, [1])]
        let items = try HEIFFile(fixture.source).items()
        #expect(items.map(\.id) == [1, 10, 11, 12])
        #expect(items.map(\.kind) == [.primary, .thumbnail, .depth, .image])
        #expect(items[2].auxiliaryType == type && items[3].pixelWidth == 30 && items[3].pixelHeight == 20)
    }
}
