import BackendKit
import PhotoModel
import Testing

@Suite("What an image request shows of an image") struct ImageGeometryTests {
    private let whole = PixelSize(width: 400, height: 200)

    private func shown(
        _ width: Int, _ height: Int, _ mode: ContentMode = .aspectFit, _ resize: ResizeMode = .fast,
        crop: PixelRect? = nil
    ) throws -> String {
        let target = width == 0 ? nil : PixelSize(width: width, height: height)
        let geometry = try ImageOptions(targetSize: target, contentMode: mode, resizeMode: resize, crop: crop)
            .geometry(of: whole)
        return "\(geometry.part) as \(geometry.size)"
    }

    @Test("What an image request shows of an image is all of it, or the crop, without a target")
    func full() throws {
        #expect(try shown(0, 0) == "400x200+0+0 as 400x200")
        #expect(
            try shown(0, 0, .aspectFill, crop: PixelRect(x: 10, y: 20, width: 30, height: 40)) == "30x40+10+20 as 30x40"
        )
    }

    @Test("What an image request shows of an image fits into the target, or fills it with the middle")
    func modes() throws {
        #expect(try shown(100, 100) == "400x200+0+0 as 100x50")
        #expect(try shown(100, 100, .aspectFill) == "200x200+100+0 as 100x100")
        #expect(
            try shown(10, 100, .aspectFill, crop: PixelRect(x: 100, y: 0, width: 100, height: 100))
                == "10x100+145+0 as 10x100")
    }

    @Test("What an image request shows of an image is enlarged only where the exact size was asked for")
    func sizes() throws {
        #expect(try shown(800, 800) == "400x200+0+0 as 400x200")
        #expect(try shown(800, 800, .aspectFit, .exact) == "400x200+0+0 as 800x400")
        #expect(try shown(800, 100, .aspectFill) == "400x50+0+75 as 400x50")
        #expect(try shown(800, 100, .aspectFill, .exact) == "400x50+0+75 as 800x100")
    }

    @Test(
        "What an image request shows of an image is an invalid argument when the crop is outside or the target is without end"
    )
    func refused() {
        let crop = PixelRect(x: 390, y: 0, width: 20, height: 20)
        #expect(throws: PhotoError.self) { try shown(10, 10, crop: crop) }
        #expect(throws: PhotoError.self) { try shown(1 << 21, 10) }
        #expect(throws: PhotoError.self) {
            try ImageOptions(targetSize: nil).geometry(of: PixelSize(width: 0, height: 5))
        }
    }

    @Test("What an image request shows of an image has pixels of its size and format, or is too large to have any")
    func pixels() throws {
        let pixels = try PixelBuffer.forFrame(PixelSize(width: 3, height: 2), .rgb8)
        #expect(pixels.size == PixelSize(width: 3, height: 2) && pixels.format == .rgb8)
        let error = #expect(throws: PhotoError.self) {
            try PixelBuffer.forFrame(PixelSize(width: 1 << 31, height: 1), .rgb8)
        }
        #expect(error?.status == .tooLarge)
    }
}
