import CImaging
import Imaging
import PhotoModel
import Testing

@Suite("The loops over pixels")
struct PixelLoopTests {
    /// Five columns, three rows, and a byte after each row that is not theirs.
    private static let samples: [UInt8] = [10, 20, 30, 40, 51, 9, 12, 24, 36, 40, 52, 9, 1, 2, 3, 4, 5, 9]

    @Test("that average neighbours round the mean, of those that there are at the edges")
    func shrink() {
        var both = [UInt8](repeating: 7, count: 8)
        imaging_shrink(Self.samples, 6, 5, 3, 1, 1, &both, 4)
        #expect(both == [17, 37, 52, 7, 2, 4, 5, 7])
        var across = [UInt8](repeating: 7, count: 3)
        imaging_shrink(Self.samples, 6, 5, 1, 1, 0, &across, 3)
        #expect(across == [15, 35, 51])
        var down = [UInt8](repeating: 7, count: 10)
        imaging_shrink(Self.samples, 6, 5, 3, 0, 1, &down, 5)
        #expect(down == [11, 22, 33, 40, 52, 1, 2, 3, 4, 5])
        var wide = [UInt8](repeating: 7, count: 2)
        imaging_shrink(Self.samples, 6, 5, 3, 2, 2, &wide, 2)
        #expect(wide == [19, 36])
    }

    @Test("that shrink rows as they come give the same means, and leave rows as they are at a factor of one")
    func cells() {
        var two = [UInt8](repeating: 7, count: 8)
        #expect(imaging_shrink_pixels(Self.samples, 6, 5, 3, 1, 2, &two, 4) == 0)
        #expect(two == [17, 37, 52, 7, 2, 4, 5, 7])
        var three = [UInt8](repeating: 7, count: 2)
        #expect(imaging_shrink_pixels(Self.samples, 6, 5, 3, 1, 3, &three, 2) == 0)
        #expect(three == [15, 32])
        var one = [UInt8](repeating: 7, count: 12)
        #expect(imaging_shrink_pixels(Self.samples, 6, 5, 2, 1, 1, &one, 6) == 0)
        #expect(one == [10, 20, 30, 40, 51, 7, 12, 24, 36, 40, 52, 7])
        let colors: [UInt8] = [10, 20, 30, 11, 21, 32, 1, 2, 3]
        var mean = [UInt8](repeating: 7, count: 6)
        #expect(imaging_shrink_pixels(colors, 9, 3, 1, 3, 2, &mean, 6) == 0)
        #expect(mean == [11, 21, 31, 1, 2, 3])
        let clear: [UInt8] = [100, 200, 0, 255, 50, 0, 255, 51]
        var multiplied = [UInt8](repeating: 7, count: 4)
        #expect(imaging_shrink_pixels(clear, 8, 2, 1, 4, 2, &multiplied, 4) == 0)
        #expect(multiplied == [55, 100, 26, 153])
    }

    @Test("that turn pixels of any length put each where its orientation says")
    func orient() {
        let expected: [CInt: [UInt8]] = [
            1: [1, 2, 3, 4, 5, 6], 2: [3, 2, 1, 6, 5, 4], 3: [6, 5, 4, 3, 2, 1], 4: [4, 5, 6, 1, 2, 3],
            5: [1, 4, 2, 5, 3, 6], 6: [4, 1, 5, 2, 6, 3], 7: [6, 3, 5, 2, 4, 1], 8: [3, 6, 2, 5, 1, 4],
        ]
        for (orientation, order) in expected {
            let (width, height) = orientation < 5 ? (3, 2) : (2, 3)
            for length in [1, 3, 4] {
                func pixel(_ number: UInt8) -> [UInt8] { (0..<length).map { number * 10 + UInt8($0) } }
                let from: [UInt8] = [1, 2, 3].flatMap(pixel) + [9] + [4, 5, 6].flatMap(pixel) + [9]
                var to = [UInt8](repeating: 7, count: (width * length + 1) * height)
                imaging_orient(from, 3 * length + 1, 3, 2, length, orientation, &to, width * length + 1)
                var rows: [UInt8] = []
                for row in 0..<height { rows += order[row * width..<(row + 1) * width].flatMap(pixel) + [7] }
                #expect(to == rows, "\(orientation), \(length)")
            }
        }
    }

    @Test("that turn more pixels than fit into a tile leave none out", arguments: 1...8)
    func orientTiles(orientation: Int) throws {
        let turn = try #require(Orientation(rawValue: UInt8(orientation)))
        let size = PixelSize(width: 67, height: 41)
        let result = turn.apply(to: size)
        let from = (0..<size.pixelCount).map { UInt8(truncatingIfNeeded: $0 * 31 + $0 / 256) }
        var to = [UInt8](repeating: 0, count: size.pixelCount)
        imaging_orient(from, size.width, size.width, size.height, 1, CInt(orientation), &to, result.width)
        for place in from.indices {
            let pixel = PixelRect(x: place % size.width, y: place / size.width, width: 1, height: 1)
            let moved = turn.apply(to: pixel, in: size)
            #expect(to[moved.y * result.width + moved.x] == from[place])
        }
    }

    @Test("that make colours of ink multiply each with black")
    func ink() {
        let inks: [UInt8] = [255, 255, 255, 255, 128, 64, 0, 255, 200, 100, 50, 128, 255, 255, 255, 0]
        var colors = [UInt8](repeating: 7, count: 13)
        imaging_cmyk_to_rgb(inks, 16, 4, 1, &colors, 13)
        #expect(colors == [255, 255, 255, 128, 64, 0, 100, 50, 25, 0, 0, 0, 7])
    }

    @Test("that copy some of the samples of each pixel take them at their steps")
    func copies() {
        var to = [UInt8](repeating: 7, count: 8)
        imaging_copy_samples([1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as [UInt8], 5, 2, &to, 4, 3)
        #expect(to == [1, 2, 3, 7, 6, 7, 8, 7])
    }

    /// Colours, and the luma and chroma that JFIF gives them.
    private static let pairs: [(rgb: [UInt8], ycbcr: [UInt8])] = [
        ([0, 0, 0], [0, 128, 128]), ([255, 255, 255], [255, 128, 128]), ([255, 0, 0], [76, 85, 255]),
        ([0, 255, 0], [150, 44, 21]), ([0, 0, 255], [29, 255, 107]), ([100, 150, 200], [141, 161, 99]),
    ]

    @Test("that make luma and chroma of colours are those of JFIF, rounded", arguments: pairs)
    func planes(rgb: [UInt8], ycbcr: [UInt8]) throws {
        let planes = try PixelBuffer.rgb(3, 2) { _, _ in rgb }.converted(to: .ycbcr8(.yuv444))
        defer { withExtendedLifetime(planes) {} }
        #expect(planes.planes.map { $0.base[$0.stride + 2] } == ycbcr)
        #expect(try PixelBuffer.rgb(3, 2) { _, _ in rgb }.converted(to: .gray8).pixel(2, 1) == [ycbcr[0]])
    }

    @Test(
        "that make colours of luma and chroma are those of JFIF, rounded and never out of range",
        arguments: [
            ([128, 128, 128], [128, 128, 128]), ([76, 85, 255], [254, 0, 0]), ([29, 255, 107], [0, 0, 254]),
            ([0, 255, 255], [178, 0, 225]), ([255, 0, 0], [76, 255, 28]), ([141, 161, 99], [100, 150, 199]),
        ] as [([UInt8], [UInt8])])
    func colors(ycbcr: [UInt8], rgb: [UInt8]) throws {
        let buffer = try PixelBuffer(size: PixelSize(width: 3, height: 2), format: .ycbcr8(.yuv444))
        for (plane, sample) in zip(buffer.planes, ycbcr) {
            plane.base.update(repeating: sample, count: plane.stride * plane.size.height)
        }
        #expect(try buffer.converted(to: .rgb8).pixel(2, 1) == rgb)
        #expect(try buffer.converted(to: .rgba8).pixel(2, 1) == rgb + [255])
    }
}
