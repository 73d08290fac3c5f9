import PhotoModel
import Testing

@testable import Imaging

@Suite("The limits of decoding")
struct LimitTests {
    private func status(_ body: () throws(ImagingError) -> Void) -> PhotoStatus? {
        do throws(ImagingError) {
            try body()
            return nil
        } catch {
            return error.status
        }
    }

    @Test("are the standard ones where nothing else is configured")
    func configured() {
        #expect(ImageLimits(configured: ResourceLimits()) == .standard)
        let own = ImageLimits(
            configured: ResourceLimits(
                maxPixels: 1, maxFileBytes: 2, maxRequestBytes: 3, maxRequestMilliseconds: 1500))
        #expect(own == ImageLimits(maxPixels: 1, maxFileBytes: 2, maxMemoryBytes: 3, maxSeconds: 1.5))
        #expect(ImageLimits(configured: ResourceLimits(maxPixels: -1, maxFileBytes: -1)) == .standard)
    }

    @Test("allow what is exactly as large as they say")
    func edges() {
        let limits = ImageLimits(maxPixels: 10_000, maxFileBytes: 50, maxMemoryBytes: 102_400)
        #expect(status { () throws(ImagingError) in try limits.check(fileBytes: 50) } == nil)
        #expect(status { () throws(ImagingError) in try limits.check(fileBytes: 51) } == .tooLarge)
        #expect(status { () throws(ImagingError) in try limits.check(memoryBytes: 102_400) } == nil)
        #expect(status { () throws(ImagingError) in try limits.check(memoryBytes: 102_401) } == .tooLarge)
    }

    @Test(
        "count pixels, and 512 bytes for each row of an image that is narrower than a row takes",
        arguments: [
            (100, 100, true), (100, 101, false), (200, 50, true), (201, 50, false), (200, 1, true), (1, 200, true),
            (201, 1, false), (1, 201, false), (63, 150, true), (63, 201, false), (.max, .max, false), (.max, 1, false),
        ] as [(Int, Int, Bool)])
    func pixels(width: Int, height: Int, isAllowed: Bool) {
        let limits = ImageLimits(maxPixels: 10_000, maxFileBytes: 50, maxMemoryBytes: 102_400)
        let size = PixelSize(width: width, height: height)
        #expect((status { () throws(ImagingError) in try limits.check(pixels: size) } == nil) == isAllowed)
        let endless = ImageLimits(maxPixels: .max, maxFileBytes: 50, maxMemoryBytes: 102_400)
        let wide = PixelSize(width: 64, height: height)
        #expect(status { () throws(ImagingError) in try endless.check(pixels: wide) } == nil)
    }

    @Test("say in one line what is beyond them")
    func words() {
        let limits = ImageLimits(maxPixels: 6, maxFileBytes: 5, maxMemoryBytes: 1 << 20)
        #expect(throws: ImagingError.tooLarge("4x3 pixels, where 6 are allowed")) {
            try limits.check(pixels: PixelSize(width: 4, height: 3))
        }
        #expect(throws: ImagingError.tooLarge("a file of 6 bytes, where 5 are allowed")) {
            try limits.check(fileBytes: 6)
        }
    }

    @Test("of shrinking are whole factors that leave two cells for each pixel")
    func factors() {
        func factor(_ part: Int, _ output: Int, height: Int? = nil) -> Int {
            ShrunkImage.factor(
                part: PixelSize(width: part, height: height ?? part), output: PixelSize(width: output, height: output))
        }
        #expect(factor(100, 100) == 1 && factor(399, 100) == 1 && factor(400, 100) == 2 && factor(600, 100) == 3)
        #expect(factor(600, 100, height: 400) == 2 && factor(600, 100, height: 10) == 1)
        #expect(factor(1 << 20, 1) == 4096)
        let size = ShrunkImage.size(part: PixelSize(width: 10, height: 9), factor: 3)
        #expect(size == PixelSize(width: 4, height: 3))
    }

    @Test("of memory count the copies that shrinking makes")
    func copies() {
        func bytes(_ side: Int, _ factor: Int, _ output: Int, _ channels: Int) -> Int {
            ShrunkImage.memoryBytes(
                part: PixelSize(width: side, height: side), factor: factor,
                output: PixelSize(width: output, height: output), channels: channels)
        }
        #expect(bytes(10, 1, 10, 3) == 3 * 3 * 100)
        #expect(bytes(10, 1, 2, 3) == 3 * 2 * 100 && bytes(10, 1, 2, 4) == 4 * 3 * 100)
        #expect(bytes(10, 2, 2, 4) == 4 * 2 * 25 && bytes(10, 2, 9, 1) == 25 + 3 * 81)
    }

    @Test("of a part in an image of another size are its nearest pixels, at least one")
    func scaledParts() {
        func scaled(_ part: PixelRect, _ from: Int, _ to: Int) -> String {
            part.scaled(from: PixelSize(width: from, height: from), to: PixelSize(width: to, height: to)).description
        }
        #expect(scaled(PixelRect(x: 10, y: 20, width: 30, height: 40), 100, 50) == "15x20+5+10")
        #expect(scaled(PixelRect(x: 1, y: 3, width: 2, height: 1), 10, 5) == "1x1+1+2")
        #expect(scaled(PixelRect(x: 99, y: 0, width: 1, height: 1), 100, 10) == "1x1+9+0")
        #expect(scaled(PixelRect(x: 0, y: 0, width: 100, height: 100), 100, 7) == "7x7+0+0")
        #expect(scaled(PixelRect(x: 1, y: 0, width: 1, height: 2), 4, 8) == "2x4+2+0")
        let huge = PixelRect(x: 2, y: 1 << 31, width: 0xFFFF_FFFD, height: 1 << 31)
        #expect(scaled(huge, 1 << 32, 0x7FFF_FFFF) == "2147483646x1073741823+1+1073741824")
    }

    @Test("of what is nearly as large are fifteen in a hundred")
    func nearly() {
        let size = PixelSize(width: 100, height: 100)
        #expect(size.nearlyCovers(PixelSize(width: 115, height: 115)))
        #expect(!size.nearlyCovers(PixelSize(width: 116, height: 100)))
        #expect(!size.nearlyCovers(PixelSize(width: 100, height: 116)))
        #expect(size.covers(size) && !size.covers(PixelSize(width: 101, height: 1)))
        #expect(!size.covers(PixelSize(width: 1, height: 101)))
    }
}
