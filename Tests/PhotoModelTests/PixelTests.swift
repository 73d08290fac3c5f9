import Testing

@testable import PhotoModel

private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

@Suite("An image that is fitted into a box") struct FittingTests {
    @Test(
        "An image that is fitted into a box keeps its shape, and its other side is rounded, halves up",
        arguments: [
            (4000, 3000, 256, 256, "256x192"), (3000, 4000, 256, 256, "192x256"), (4000, 3000, 256, 100, "133x100"),
            (2, 1, 3, 3, "3x2"), (7, 3, 5, 5, "5x2"), (3, 4, 100, 8, "6x8"), (20, 4, 10, 10, "10x2"),
            (4, 20, 10, 10, "2x10"), (5, 4, 10, 10, "10x8"), (1000, 1, 10, 10, "10x1"), (1, 1000, 10, 10, "1x10"),
        ])
    func fitted(width: Int, height: Int, boxWidth: Int, boxHeight: Int, expected: String) {
        #expect(size(width, height).fitted(into: size(boxWidth, boxHeight), enlarges: true).description == expected)
    }

    @Test("An image that is fitted into a box is enlarged only if that is asked for")
    func enlarged() {
        for box in [size(5, 4), size(10, 10), size(5, 100)] {
            #expect(size(5, 4).fitted(into: box, enlarges: false) == size(5, 4))
        }
        #expect(size(5, 4).fitted(into: size(4, 100), enlarges: false) == size(4, 3))
        #expect(size(5, 4).fitted(into: size(100, 2), enlarges: false) == size(3, 2))
    }

    @Test(
        "A part that is cut to the shape of a box is the largest one, around the middle",
        arguments: [
            (PixelRect(x: 0, y: 0, width: 400, height: 300), size(100, 100), "300x300+50+0"),
            (PixelRect(x: 0, y: 0, width: 400, height: 300), size(200, 100), "400x200+0+50"),
            (PixelRect(x: 0, y: 0, width: 400, height: 300), size(8, 6), "400x300+0+0"),
            (PixelRect(x: 10, y: 20, width: 7, height: 4), size(1, 1), "4x4+11+20"),
            (PixelRect(x: 10, y: 20, width: 4, height: 7), size(1, 1), "4x4+10+21"),
            (PixelRect(x: 0, y: 0, width: 10, height: 7), size(4, 3), "9x7+0+0"),
            (PixelRect(x: 0, y: 0, width: 10, height: 7), size(3, 2), "10x7+0+0"),
            (PixelRect(x: 0, y: 0, width: 1000, height: 1), size(1, 1000), "1x1+499+0"),
            (PixelRect(x: 0, y: 0, width: 1, height: 1000), size(1000, 1), "1x1+0+499"),
        ])
    func cut(rect: PixelRect, box: PixelSize, expected: String) {
        #expect(rect.cut(toShapeOf: box).description == expected)
    }
}

@Suite("A size and a rectangle in pixels") struct PixelGeometryTests {
    @Test("A size in pixels has a count that does not overflow, and is empty without a positive side")
    func sizes() {
        #expect(size(3, 4).pixelCount == 12)
        #expect(size(.max, 2).pixelCount == .max)
        #expect(!size(1, 1).isEmpty && size(0, 1).isEmpty && size(1, 0).isEmpty && size(-1, 5).isEmpty)
        #expect(size(3, 4).transposed == size(4, 3))
    }

    @Test("A rectangle in pixels is contained in a size up to its last pixel, and numbers that overflow are not")
    func contained() {
        let inside: [(Int, Int, Int, Int)] = [(0, 0, 10, 8), (9, 7, 1, 1), (9, 0, 1, 8), (0, 7, 10, 1)]
        for (x, y, width, height) in inside {
            let rect = PixelRect(x: x, y: y, width: width, height: height)
            #expect(rect.isContained(in: size(10, 8)), "\(rect)")
        }
        let outside: [(Int, Int, Int, Int)] = [
            (0, 0, 11, 8), (0, 0, 10, 9), (1, 0, 10, 8), (0, 1, 10, 8), (-1, 0, 5, 5), (0, -1, 5, 5), (0, 0, 0, 5),
            (0, 0, 5, 0), (10, 0, 1, 1), (0, 8, 1, 1), (11, 0, 1, 1), (1, 1, .max, 1), (1, 1, 1, .max),
            (.max, 0, .max, 1), (0, 0, -5, 5),
        ]
        for (x, y, width, height) in outside {
            let rect = PixelRect(x: x, y: y, width: width, height: height)
            #expect(!rect.isContained(in: size(10, 8)), "\(rect)")
        }
    }

    @Test(
        "Planes of colour are as large as their subsampling says, rounded up",
        arguments: [
            (ChromaSubsampling.yuv444, "5x3"), (.yuv422, "3x3"), (.yuv420, "3x2"), (.yuv440, "5x2"), (.yuv411, "2x3"),
        ])
    func chroma(subsampling: ChromaSubsampling, expected: String) {
        let format = PixelFormat.ycbcr8(subsampling)
        #expect((0..<3).map { format.planeSize($0, of: size(5, 3)).description } == ["5x3", expected, expected])
        #expect(subsampling.transposed.chromaSize(of: size(3, 5)) == subsampling.chromaSize(of: size(5, 3)).transposed)
    }

    @Test("Formats of one plane have it in the image's size, with their bytes for each pixel")
    func packed() {
        for (format, bytes) in [(PixelFormat.gray8, 1), (.rgb8, 3), (.rgba8, 4)] {
            #expect(format.planeCount == 1 && format.bytesPerPixel == bytes)
            #expect(format.planeSize(0, of: size(5, 3)) == size(5, 3))
        }
        #expect(PixelFormat.ycbcr8(.yuv420).planeCount == 3 && PixelFormat.ycbcr8(.yuv420).bytesPerPixel == 1)
    }
}

@Suite("The memory of an image") struct PlaneLayoutTests {
    @Test("The memory of an image has its planes one after the other, in rows of whole cache lines")
    func layouts() throws {
        let planar = try PlaneLayout.layouts(of: .ycbcr8(.yuv420), size: size(65, 3))
        #expect(planar.map(\.offset) == [0, 384, 512])
        #expect(planar.map(\.stride) == [128, 64, 64])
        #expect(planar.map(\.size) == [size(65, 3), size(33, 2), size(33, 2)])
        #expect(planar.last?.end == 640)
        for (format, width, stride) in [
            (PixelFormat.gray8, 64, 64), (.gray8, 65, 128), (.rgb8, 21, 64), (.rgb8, 22, 128), (.rgba8, 16, 64),
            (.rgba8, 17, 128),
        ] {
            #expect(try PlaneLayout.layouts(of: format, size: size(width, 2)).map(\.stride) == [stride])
        }
    }

    @Test("The memory of an image is refused for sides that are not positive or of 2^30 pixels")
    func refused() throws {
        let side = 1 << 30
        for wrong in [size(0, 1), size(1, 0), size(-1, 1), size(side, 1), size(1, side), size(.max, .max)] {
            #expect(throws: PixelBufferError.invalidSize(wrong)) { try PixelBuffer(size: wrong, format: .rgba8) }
        }
        let largest = try PlaneLayout.layouts(of: .rgba8, size: size(side - 1, side - 1))
        #expect(largest.map(\.end) == [4 * side * (side - 1)])
    }

    @Test("The memory of an image that was allocated is what its planes say")
    func allocated() throws {
        let buffer = try PixelBuffer(size: size(65, 3), format: .ycbcr8(.yuv420), colorSpace: .displayP3)
        #expect(buffer.byteCount == 640 && buffer.colorSpace == .displayP3 && buffer.size == size(65, 3))
        #expect(buffer.planes.map(\.stride) == [128, 64, 64])
        #expect(buffer.planes.map { $0.base - buffer.planes[0].base } == [0, 384, 512])
        #expect(UInt(bitPattern: buffer.planes[0].base) % UInt(PixelBuffer.rowAlignment) == 0)
    }
}
