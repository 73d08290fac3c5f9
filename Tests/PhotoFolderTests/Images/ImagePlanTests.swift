import Imaging
import PhotoFolder
import PhotoModel
import Testing

@Suite struct ImagePlanTests {
    private static let photo = PixelSize(width: 4000, height: 3000)

    private func plan(
        _ width: Int?, _ height: Int = 0, _ mode: ContentMode = .aspectFit,
        delivery: DeliveryMode = .opportunistic, resize: ResizeMode = .fast, crop: PixelRect? = nil,
        of size: PixelSize = Self.photo, sizes: ImagePlan.Sizes = .three
    ) throws(ImagingError) -> ImagePlan {
        let target = width.map { PixelSize(width: $0, height: height) }
        let options = ImageOptions(
            targetSize: target, contentMode: mode, deliveryMode: delivery, resizeMode: resize, crop: crop)
        return try ImagePlan(options, size: size, sizes: sizes)
    }

    @Test(arguments: [
        (100, 100, "256x192"), (256, 256, "256x192"), (1000, 192, "256x192"), (257, 257, "2048x1536"),
        (2048, 2048, "2048x1536"), (2049, 2049, "4000x3000"), (100_000, 100_000, "4000x3000"),
    ])
    func `Fit gives the nearest size that is not smaller, else the full image`(
        _ width: Int, _ height: Int, _ expected: String
    ) throws {
        #expect(try plan(width, height).outputSize.description == expected)
        #expect(try plan(width, height, delivery: .highQualityFormat).outputSize.description == expected)
    }

    @Test(arguments: [
        (100, 100, "192x192"), (192, 192, "192x192"), (193, 193, "1536x1536"), (200, 100, "256x128"),
        (300, 100, "2048x683"), (1600, 1600, "3000x3000"), (9000, 9000, "3000x3000"),
    ])
    func `Fill gives the nearest size that covers the target, cut to its shape`(
        _ width: Int, _ height: Int, _ expected: String
    ) throws {
        #expect(try plan(width, height, .aspectFill).outputSize.description == expected)
    }

    @Test(arguments: [
        (1000, 1000, ContentMode.aspectFit, "1000x750"), (333, 333, .aspectFit, "333x250"),
        (8000, 8000, .aspectFit, "8000x6000"), (1000, 1000, .aspectFill, "1000x1000"),
        (5000, 100, .aspectFill, "5000x100"),
    ])
    func `Exactly the target is rendered when it is asked for, enlarged if need be`(
        _ width: Int, _ height: Int, _ mode: ContentMode, _ expected: String
    ) throws {
        for sizes in [ImagePlan.Sizes.three, .any] {
            for delivery in [DeliveryMode.opportunistic, .highQualityFormat, .fastFormat] {
                let plan = try plan(width, height, mode, delivery: delivery, resize: .exact, sizes: sizes)
                #expect(plan.outputSize.description == expected && !plan.isRenderedDegraded)
                #expect(plan.rendered.resizeMode == .exact)
            }
        }
    }

    @Test(arguments: [
        (1000, 1000, ContentMode.aspectFit, "1000x750"), (8000, 8000, .aspectFit, "4000x3000"),
        (150, 150, .aspectFill, "150x150"), (9000, 9000, .aspectFill, "3000x3000"),
    ])
    func `Of any size, about the target is the target, but nothing is enlarged`(
        _ width: Int, _ height: Int, _ mode: ContentMode, _ expected: String
    ) throws {
        for delivery in [DeliveryMode.opportunistic, .highQualityFormat, .fastFormat] {
            let plan = try plan(width, height, mode, delivery: delivery, sizes: .any)
            #expect(plan.outputSize.description == expected && !plan.isRenderedDegraded)
        }
    }

    @Test func `No exactness leaves the decoder the choice where there is any size`() throws {
        #expect(try plan(1000, 1000, resize: .none, sizes: .any).rendered.resizeMode == .none)
        #expect(try plan(1000, 1000, resize: .none, sizes: .three).outputSize.description == "2048x1536")
    }

    @Test func `No target asks for the full image`() throws {
        for delivery in [DeliveryMode.opportunistic, .highQualityFormat, .fastFormat] {
            let plan = try plan(nil, delivery: delivery)
            #expect(plan.outputSize == Self.photo && !plan.isRenderedDegraded)
        }
    }

    @Test func `Nothing is enlarged`() throws {
        let small = PixelSize(width: 100, height: 80)
        #expect(try plan(2000, 2000, of: small).outputSize == small)
        #expect(try plan(2000, 2000, .aspectFill, of: small).outputSize == PixelSize(width: 80, height: 80))
        let fast = try plan(120, 120, .aspectFill, delivery: .fastFormat, of: small)
        #expect(fast.outputSize == PixelSize(width: 80, height: 80))
    }

    @Test func `A small filled frame in a hurry is the square thumbnail, flagged`() throws {
        let plan = try plan(150, 150, .aspectFill, delivery: .fastFormat)
        #expect(plan.outputSize == PixelSize(width: 160, height: 160))
        #expect(plan.isRenderedDegraded && plan.endsWithEmbedded)
    }

    @Test func `A fitted frame in a hurry is the aspect thumbnail, flagged when it is too small`() throws {
        let small = try plan(200, 200, delivery: .fastFormat)
        #expect(small.outputSize.description == "256x192" && !small.isRenderedDegraded)
        let large = try plan(1000, 1000, delivery: .fastFormat)
        #expect(large.outputSize.description == "256x192" && large.isRenderedDegraded)
    }

    @Test func `The embedded thumbnail comes first when there is time for more`() throws {
        let thumbnail = PixelSize(width: 160, height: 120)
        #expect(try plan(1000, 1000).embedded(thumbnail) == RenderRequest())
        #expect(try plan(nil).embedded(thumbnail) == RenderRequest())
        let square = try plan(100, 100, .aspectFill).embedded(thumbnail)
        #expect(square?.targetSize == PixelSize(width: 120, height: 120))
        #expect(try !plan(1000, 1000).endsWithEmbedded)
    }

    @Test func `The embedded thumbnail alone will do in a hurry when it is half as large as asked`() throws {
        let thumbnail = PixelSize(width: 160, height: 120)
        #expect(try plan(256, 256, delivery: .fastFormat).embedded(thumbnail) != nil)
        #expect(try plan(400, 400, delivery: .fastFormat).embedded(thumbnail) == nil)
        #expect(try plan(120, 120, .aspectFill, delivery: .fastFormat).embedded(thumbnail) != nil)
        #expect(try plan(138, 138, .aspectFill, delivery: .fastFormat).embedded(thumbnail) != nil)
        #expect(try plan(139, 139, .aspectFill, delivery: .fastFormat).embedded(thumbnail) == nil)
    }

    @Test func `The embedded thumbnail is not used for high quality, a part, or a smaller image`() throws {
        let thumbnail = PixelSize(width: 160, height: 120)
        let crop = PixelRect(x: 0, y: 0, width: 2000, height: 2000)
        #expect(try plan(256, 256, delivery: .highQualityFormat).embedded(thumbnail) == nil)
        #expect(try plan(256, 256, crop: crop).embedded(thumbnail) == nil)
        #expect(try plan(256, 256, of: PixelSize(width: 12, height: 9)).embedded(thumbnail) == nil)
    }

    @Test func `What is decoded quickly comes first when the final frame is twice as large, in the same part`() throws {
        let whole = PixelRect(x: 0, y: 0, width: 4000, height: 3000)
        let quick = RenderRequest(targetSize: PixelSize(width: 500, height: 375), resizeMode: .none, crop: whole)
        #expect(try plan(nil).quick(reduction: 8) == quick)
        #expect(try plan(1000, 1000, sizes: .any).quick(reduction: 8) == quick)
        #expect(try plan(999, 999, sizes: .any).quick(reduction: 8) == nil)
        let square = try plan(1500, 1500, .aspectFill, sizes: .any).quick(reduction: 8)
        #expect(square?.crop == PixelRect(x: 500, y: 0, width: 3000, height: 3000))
        #expect(square?.targetSize == PixelSize(width: 375, height: 375))
        let crop = PixelRect(x: 1000, y: 500, width: 2000, height: 1000)
        #expect(try plan(nil, crop: crop).quick(reduction: 8)?.crop == crop)
    }

    @Test func `What is decoded quickly is not worth a frame of small photos, nor of a part that is small`() throws {
        let small = PixelRect(x: 0, y: 0, width: 1999, height: 1000)
        #expect(try plan(nil, of: PixelSize(width: 1999, height: 1000)).quick(reduction: 8) == nil)
        #expect(try plan(nil, crop: small).quick(reduction: 8) == nil)
        #expect(try plan(nil, of: PixelSize(width: 4, height: 1_000_000)).quick(reduction: 8) == nil)
        #expect(try plan(nil).quick(reduction: 1) == nil)
        #expect(try plan(nil, delivery: .highQualityFormat).quick(reduction: 8) == nil)
        #expect(try plan(nil, delivery: .fastFormat).quick(reduction: 8) == nil)
    }

    @Test func `An embedded thumbnail that is larger than the target is scaled down to it`() throws {
        let thumbnail = PixelSize(width: 640, height: 480)
        let fitted = try plan(100, 100, sizes: .any).embedded(thumbnail)
        #expect(fitted == RenderRequest(targetSize: PixelSize(width: 100, height: 75)))
        let filled = try plan(90, 60, .aspectFill, sizes: .any).embedded(thumbnail)
        #expect(filled == RenderRequest(targetSize: PixelSize(width: 90, height: 60), contentMode: .aspectFill))
    }

    @Test func `An embedded thumbnail that ends an exact request is brought to the exact size`() throws {
        let hurried = try plan(300, 300, delivery: .fastFormat, resize: .exact)
        let expected = RenderRequest(
            targetSize: PixelSize(width: 300, height: 225), contentMode: .aspectFill, resizeMode: .exact)
        #expect(hurried.embedded(PixelSize(width: 160, height: 120)) == expected)
        #expect(try plan(300, 300, resize: .exact).embedded(PixelSize(width: 160, height: 120)) == RenderRequest())
    }

    @Test func `A part is cut out first`() throws {
        let crop = PixelRect(x: 1000, y: 0, width: 1000, height: 3000)
        #expect(try plan(256, 256, crop: crop).outputSize.description == "85x256")
        #expect(try plan(nil, crop: crop).outputSize == crop.size)
        #expect(try plan(300, 300, .aspectFill, crop: crop).outputSize.description == "683x683")
    }

    @Test func `A part outside, and an empty target, are refused`() {
        let outside = PixelRect(x: 3999, y: 0, width: 2, height: 1)
        #expect(throws: ImagingError.self) { try plan(256, 256, crop: outside) }
        #expect(throws: ImagingError.self) { try plan(0, 100) }
        #expect(throws: ImagingError.self) { try plan(.max, .max) }
    }
}
