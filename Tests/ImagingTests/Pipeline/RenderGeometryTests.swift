import Imaging
import PhotoModel
import Testing

@Suite("The geometry of a request")
struct RenderGeometryTests {
    private static func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

    private func plan(
        _ image: PixelSize, _ target: PixelSize?, _ mode: ContentMode = .aspectFit,
        _ resize: ResizeMode = .fast, crop: PixelRect? = nil
    ) throws -> RenderGeometry {
        let request = RenderRequest(targetSize: target, contentMode: mode, resizeMode: resize, crop: crop)
        return try RenderGeometry.plan(image, request)
    }

    @Test(
        "fits the image into the box, rounded to the nearest pixel",
        arguments: [
            (size(4000, 3000), size(256, 256), size(256, 192)), (size(3000, 4000), size(256, 256), size(192, 256)),
            (size(5184, 3456), size(256, 256), size(256, 171)), (size(10_000, 1), size(100, 100), size(100, 1)),
            (size(1, 10_000), size(100, 100), size(1, 100)), (size(100, 100), size(50, 80), size(50, 50)),
            (size(200, 100), size(200, 100), size(200, 100)),
        ]
    )
    func fits(image: PixelSize, box: PixelSize, expected: PixelSize) throws {
        #expect(try plan(image, box).outputSize == expected)
        #expect(try plan(image, box).cropRect == PixelRect(covering: image))
    }

    @Test("enlarges for exact only")
    func enlarges() throws {
        let image = Self.size(100, 50)
        #expect(try plan(image, Self.size(400, 400)).outputSize == image)
        #expect(try plan(image, Self.size(400, 400), .aspectFit, .none).outputSize == image)
        #expect(try plan(image, Self.size(400, 400), .aspectFit, .exact).outputSize == Self.size(400, 200))
        #expect(try plan(image, Self.size(400, 400), .aspectFill, .exact).outputSize == Self.size(400, 400))
    }

    @Test("fills the box from the middle of the image")
    func fills() throws {
        let wide = try plan(Self.size(4000, 3000), Self.size(200, 200), .aspectFill)
        #expect(wide.cropRect == PixelRect(x: 500, y: 0, width: 3000, height: 3000))
        #expect(wide.outputSize == Self.size(200, 200))
        let tall = try plan(Self.size(3000, 4000), Self.size(400, 200), .aspectFill)
        #expect(tall.cropRect == PixelRect(x: 0, y: 1250, width: 3000, height: 1500))
    }

    @Test("cuts a small image to the shape of the box without enlarging it")
    func fillsSmall() throws {
        let geometry = try plan(Self.size(100, 60), Self.size(400, 400), .aspectFill)
        #expect(geometry.cropRect == PixelRect(x: 20, y: 0, width: 60, height: 60))
        #expect(geometry.outputSize == Self.size(60, 60))
    }

    @Test("applies the crop first")
    func cropsFirst() throws {
        let crop = PixelRect(x: 100, y: 200, width: 1000, height: 500)
        let geometry = try plan(Self.size(4000, 3000), Self.size(100, 100), .aspectFill, crop: crop)
        #expect(geometry.cropRect == PixelRect(x: 350, y: 200, width: 500, height: 500))
        #expect(try plan(Self.size(4000, 3000), nil, crop: crop).outputSize == crop.size)
    }

    @Test(
        "refuses crops that leave the image and targets that are none",
        arguments: [
            RenderRequest(crop: PixelRect(x: 0, y: 0, width: 101, height: 1)),
            RenderRequest(crop: PixelRect(x: -1, y: 0, width: 10, height: 10)),
            RenderRequest(crop: PixelRect(x: 0, y: 0, width: 0, height: 10)),
            RenderRequest(crop: PixelRect(x: .max, y: 0, width: .max, height: 1)),
            RenderRequest(targetSize: PixelSize(width: 0, height: 10)),
            RenderRequest(targetSize: PixelSize(width: .max, height: .max)),
        ]
    )
    func refuses(request: RenderRequest) {
        let error = #expect(throws: ImagingError.self) {
            try RenderGeometry.plan(PixelSize(width: 100, height: 100), request)
        }
        guard case .invalidRequest = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("never gives an empty result or leaves the image, for any shape")
    func staysInside() throws {
        let sides = [1, 2, 3, 5, 99, 100, 101, 4000]
        for width in sides {
            for height in sides {
                let image = Self.size(width, height)
                for mode in [ContentMode.aspectFit, .aspectFill] {
                    let geometry = try plan(image, Self.size(7, 3), mode)
                    #expect(geometry.cropRect.isContained(in: image) && !geometry.outputSize.isEmpty)
                    #expect(geometry.outputSize.width <= min(7, width) && geometry.outputSize.height <= min(3, height))
                }
            }
        }
    }
}
