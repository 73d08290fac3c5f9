import Imaging
import PhotoModel
import StillImaging
import Testing

/// Files that are made byte by byte, so that each pixel is known.
@Suite("The forms of TIFF", .enabled(if: StillLibrary.libtiff.isInstalled, "needs libtiff6"))
struct TIFFFormsTests {
    private let decoder = ImageDecoder(codecs: .builtIn + [TIFFImageCodec()])

    private static func little(_ number: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static let xmp = 700

    /// The value of a tag.
    private static func value(_ tag: Int, _ numbers: [Int]) -> [UInt8] {
        numbers.flatMap { little($0, tag == xmp ? 1 : 2) }
    }

    /// A file of tags, whose values are numbers of two bytes except in that for XMP, and of strips or tiles, wherever these are.
    private func file(_ given: [Int: [Int]], _ pieces: [[UInt8]]) -> ImageSource {
        let isTiled = given[322] != nil
        var tags = given
        tags[259] = [1]
        tags[isTiled ? 325 : 279] = pieces.map(\.count)
        tags[isTiled ? 324 : 273] = pieces.map { _ in 0 }
        let valueStart = 8 + 2 + 12 * tags.count + 4
        var offset = valueStart
        for (tag, numbers) in tags {
            let length = Self.value(tag, numbers).count
            if length > 4 { offset += length }
        }
        tags[isTiled ? 324 : 273] = pieces.map { piece in
            defer { offset += piece.count }
            return offset
        }
        var (entries, values) = ([UInt8](), [UInt8]())
        for (tag, numbers) in tags.sorted(by: { $0.key < $1.key }) {
            entries += Self.little(tag, 2) + Self.little(tag == Self.xmp ? 1 : 3, 2) + Self.little(numbers.count, 4)
            let bytes = Self.value(tag, numbers)
            if bytes.count <= 4 {
                entries += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
            } else {
                entries += Self.little(valueStart + values.count, 4)
                values += bytes
            }
        }
        var bytes: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0]
        bytes += Self.little(tags.count, 2)
        bytes += entries
        bytes += [0, 0, 0, 0]
        bytes += values
        for piece in pieces { bytes += piece }
        return ImageSource(bytes: bytes)
    }

    /// A file of one strip.
    private func strip(
        _ width: Int, _ height: Int = 1, bits: Int = 8, colors: Int, samples: Int = 1,
        more: [Int: [Int]] = [:], _ bytes: [UInt8]
    ) -> ImageSource {
        let tags = [
            256: [width], 257: [height], 258: [Int](repeating: bits, count: samples), 262: [colors], 277: [samples],
            278: [height],
        ]
        return file(tags.merging(more) { $1 }, [bytes])
    }

    private func shown(_ source: ImageSource, _ request: RenderRequest = RenderRequest()) throws -> [[UInt8]] {
        let image = try decoder.render(source, request)
        defer { withExtendedLifetime(image) {} }
        let (plane, length) = (image.planes[0], image.format.bytesPerPixel)
        return (0..<image.size.pixelCount).map { number in
            let start = plane.base + number / image.size.width * plane.stride + number % image.size.width * length
            return (0..<length).map { start[$0] }
        }
    }

    private func grays(_ source: ImageSource) throws -> [UInt8] { try shown(source).flatMap(\.self) }

    private let whiteIsZero = 0
    private let blackIsZero = 1
    private let rgb = 2
    private let palette = 3
    private let ink = 5
    /// The tag of what samples are, and of what samples after the colours are.
    private let format = 339
    private let extra = 338
    private let signed = [2]

    @Test("have whole numbers of any length, with a sign or without one, in the range of eight bits")
    func numbers() throws {
        func words(_ numbers: [Int], _ length: Int) -> [UInt8] { numbers.flatMap { Self.little($0, length) } }
        let withSign = [format: signed]
        let bytes = strip(4, colors: blackIsZero, more: withSign, [0x80, 0xFF, 0, 0x7F])
        #expect(try grays(bytes) == [0, 127, 128, 255])
        let sixteen = words([0, 0x80, 0x81, 0x8000, 0xFFFF], 2)
        #expect(try grays(strip(5, bits: 16, colors: blackIsZero, sixteen)) == [0, 0, 1, 128, 255])
        let minus = words([0x8000, 0xFFFF, 0, 0x7FFF], 2)
        #expect(try grays(strip(4, bits: 16, colors: blackIsZero, more: withSign, minus)) == [0, 127, 128, 255])
        let long = words([0xFF_FFFF, 0x8000_0000, 0xFFFF_FFFF], 4)
        #expect(try grays(strip(3, bits: 32, colors: blackIsZero, long)) == [0, 128, 255])
        let longMinus = words([0x8000_0000, 0, 0x7FFF_FFFF], 4)
        #expect(try grays(strip(3, bits: 32, colors: blackIsZero, more: withSign, longMinus)) == [0, 128, 255])
    }

    @Test("have numbers of few bits one after the other, and rows that begin at a byte")
    func fewBits() throws {
        let twelve: [UInt8] = [0x00, 0x0F, 0xFF, 0x80, 0x00, 0x09]
        #expect(try grays(strip(4, bits: 12, colors: blackIsZero, twelve)) == [0, 255, 128, 1])
        let four = strip(3, 2, bits: 4, colors: blackIsZero, [0x0F, 0x70, 0x10, 0xE0])
        #expect(try grays(four) == [0, 255, 119, 17, 0, 238])
        #expect(try grays(strip(3, bits: 2, colors: blackIsZero, [0b0001_1000])) == [0, 85, 170])
        #expect(try grays(strip(3, bits: 1, colors: blackIsZero, [0b1010_0000])) == [255, 0, 255])
        #expect(try grays(strip(3, bits: 1, colors: whiteIsZero, [0b1010_0000])) == [0, 255, 0])
        #expect(try grays(strip(3, bits: 4, colors: whiteIsZero, [0x0F, 0x70])) == [255, 0, 136])
    }

    @Test("have palettes of sixteen bits, or of eight as some programs write them")
    func palettes() throws {
        func colors(_ bits: Int, _ scale: Int) -> [Int] {
            let reds = (0..<(1 << bits)).map { $0 * scale }
            let greens = (0..<(1 << bits)).map { (200 - 30 * $0 % 200) * scale }
            return reds + greens + [Int](repeating: 7 * scale, count: 1 << bits)
        }
        for scale in [1, 257] {
            let tags = [320: colors(8, scale)]
            #expect(try shown(strip(2, colors: palette, more: tags, [0, 6])) == [[0, 200, 7], [6, 20, 7]])
            let few = strip(3, bits: 2, colors: palette, more: [320: colors(2, scale)], [0b0011_0100])
            #expect(try shown(few) == [[0, 200, 7], [3, 110, 7], [1, 170, 7]])
            let alpha = tags.merging([extra: [2]]) { $1 }
            let clear = strip(2, colors: palette, samples: 2, more: alpha, [6, 255, 0, 40])
            #expect(try shown(clear) == [[6, 20, 7, 255], [0, 200, 7, 40]])
        }
        // What is between two numbers of eight bits is rounded.
        let between = [320: [0, 128, 129, 0xFFFF] + [Int](repeating: 0, count: 8)]
        let reds = try shown(strip(4, bits: 2, colors: palette, more: between, [0b0001_1011])).map { $0[0] }
        #expect(reds == [0, 0, 1, 255])
    }

    @Test("have ink, of which none is white, and alpha that the colours are multiplied by or not")
    func inkAndAlpha() throws {
        let inks: [UInt8] = [0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 128]
        #expect(
            try shown(strip(3, colors: ink, samples: 4, inks)) == [[255, 255, 255], [0, 255, 255], [127, 127, 127]])
        let clearInk = strip(1, colors: ink, samples: 5, more: [extra: [2]], [255, 0, 0, 0, 77])
        #expect(try shown(clearInk) == [[0, 255, 255, 77]])
        let pixel: [UInt8] = [64, 32, 0, 128]
        #expect(try shown(strip(1, colors: rgb, samples: 4, more: [extra: [2]], pixel)) == [pixel])
        #expect(try shown(strip(1, colors: rgb, samples: 4, more: [extra: [1]], pixel)) == [[128, 64, 0, 128]])
        #expect(try shown(strip(1, colors: rgb, samples: 4, more: [extra: [0]], pixel)) == [[64, 32, 0]])
        // The second of two further samples is alpha.
        let five = strip(1, colors: rgb, samples: 5, more: [extra: [0, 2]], [1, 2, 3, 99, 50])
        #expect(try shown(five) == [[1, 2, 3, 50]])
    }

    @Test("have their colours one after the other, or each in strips of its own")
    func planes() throws {
        let together = strip(2, colors: rgb, samples: 3, [1, 2, 3, 4, 5, 6])
        #expect(try shown(together) == [[1, 2, 3], [4, 5, 6]])
        let tags = [256: [2], 257: [2], 258: [8, 8, 8], 262: [rgb], 277: [3], 278: [1], 284: [2]]
        let apart = file(tags, [[1, 4], [7, 10], [2, 5], [8, 11], [3, 6], [9, 12]])
        #expect(try shown(apart) == [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]])
        let corner = RenderRequest(crop: PixelRect(x: 1, y: 1, width: 1, height: 1))
        #expect(try shown(apart, corner) == [[10, 11, 12]])
    }

    @Test("have strips and tiles, of which the last ones reach beyond the edge, and any part of all of them")
    func pieces() throws {
        func sample(_ x: Int, _ y: Int) -> UInt8 { UInt8((x * 7 + y * 31) & 255) }
        let base = [256: [20], 257: [37], 258: [8], 262: [blackIsZero], 277: [1]]
        let strips = stride(from: 0, to: 37, by: 5).map { top in
            (top..<min(37, top + 5)).flatMap { y in (0..<20).map { sample($0, y) } }
        }
        let tiles = (0..<6).map { tile in
            (0..<256).map { sample(tile % 2 * 16 + $0 % 16, tile / 2 * 16 + $0 / 16) }
        }
        let sources = [
            file(base.merging([278: [5]]) { $1 }, strips), file(base.merging([322: [16], 323: [16]]) { $1 }, tiles),
        ]
        let parts = [
            PixelRect(x: 0, y: 0, width: 20, height: 37), PixelRect(x: 14, y: 13, width: 5, height: 4),
            PixelRect(x: 19, y: 36, width: 1, height: 1), PixelRect(x: 3, y: 15, width: 13, height: 18),
        ]
        for source in sources {
            for part in parts {
                let expected = (0..<part.height).flatMap { y in
                    (0..<part.width).map { sample(part.x + $0, part.y + y) }
                }
                #expect(try shown(source, RenderRequest(crop: part)).flatMap(\.self) == expected, "\(part)")
            }
        }
    }

    @Test(
        "are turned as their tag says",
        arguments: [(6, [4, 1, 5, 2, 6, 3]), (8, [3, 6, 2, 5, 1, 4])] as [(Int, [UInt8])])
    func turned(orientation: Int, expected: [UInt8]) throws {
        let source = strip(3, 2, colors: blackIsZero, more: [274: [orientation]], [1, 2, 3, 4, 5, 6])
        #expect(try decoder.header(of: source).orientedSize == PixelSize(width: 2, height: 3))
        #expect(try grays(source) == expected)
    }

    @Test("are turned as XMP says, if they have no tag that says it")
    func turnedByXMP() throws {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/>
            </rdf:RDF></x:xmpmeta>
            """
        let tags = [Self.xmp: packet.utf8.map { Int($0) }]
        let pixels: [UInt8] = [1, 2, 3, 4, 5, 6]
        for (more, orientation) in [([:], Orientation.rotated90), ([274: [1]], .upright), ([274: [3]], .rotated180)]
            as [([Int: [Int]], Orientation)]
        {
            let source = strip(3, 2, colors: blackIsZero, more: tags.merging(more) { $1 }, pixels)
            #expect(try decoder.header(of: source).orientation == orientation)
            #expect(try decoder.metadata(of: source).orientation == orientation)
            let size = orientation.apply(to: PixelSize(width: 3, height: 2))
            #expect(try decoder.render(source, RenderRequest()).size == size)
        }
        #expect(try grays(strip(3, 2, colors: blackIsZero, more: tags, pixels)) == [4, 1, 5, 2, 6, 3])
    }
}
