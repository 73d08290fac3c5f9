import PhotoModel
import Testing

@testable import Imaging

@Suite("The scale at which a JPEG is decoded")
struct JPEGScaleTests {
    private func square(_ side: Int) -> PixelSize { PixelSize(width: side, height: side) }

    @Test(
        "leaves half as many samples again as there are pixels, and all of them where there is no less",
        arguments: [
            (83, 1), (84, 2), (166, 2), (167, 4), (333, 4), (334, 8), (999, 8), (1000, 8), (5000, 8), (1, 1),
        ])
    func filtered(output: Int, eighths: Int) {
        #expect(JPEGScale.eighths(crop: square(1000), output: square(output)) == eighths)
    }

    @Test(
        "leaves no fewer samples than pixels where they are not filtered",
        arguments: [(125, 1), (126, 2), (250, 2), (251, 4), (500, 4), (501, 8), (1000, 8), (1001, 8)])
    func unfiltered(output: Int, eighths: Int) {
        #expect(JPEGScale.eighths(crop: square(1000), atLeast: square(output)) == eighths)
    }

    @Test("is that of the side that is shrunk less")
    func sides() {
        let wide = PixelSize(width: 1000, height: 100)
        #expect(JPEGScale.eighths(crop: wide, output: PixelSize(width: 83, height: 8)) == 1)
        #expect(JPEGScale.eighths(crop: wide, output: PixelSize(width: 83, height: 9)) == 2)
        #expect(JPEGScale.eighths(crop: wide, output: PixelSize(width: 84, height: 8)) == 2)
        #expect(JPEGScale.eighths(crop: wide, output: PixelSize(width: 1000, height: 8)) == 8)
        #expect(JPEGScale.eighths(crop: wide, atLeast: PixelSize(width: 125, height: 13)) == 2)
        #expect(JPEGScale.eighths(crop: wide, atLeast: PixelSize(width: 126, height: 12)) == 2)
    }
}
