import Imaging
import PhotoModel
import Testing

@Suite("Colours that are not sRGB")
struct ColorSpaceTests {
    private func p3(_ pixel: [UInt8]) throws -> PixelBuffer {
        try .rgb(64, 64, colorSpace: .displayP3) { _, _ in pixel }
    }

    @Test("are converted to sRGB when that is asked for", arguments: [nil, 16])
    func converts(side: Int?) throws {
        let files = [
            try JPEGEncoder(quality: 100).encode(p3([200, 100, 50]).converted(to: .ycbcr8(.yuv444))),
            try PNGEncoder().encode(p3([200, 100, 50])),
        ]
        for file in files {
            let request = RenderRequest(targetSize: side.map { PixelSize(width: $0, height: $0) })
            let result = try ImageDecoder().render(ImageSource(bytes: file), request)
            #expect(result.colorSpace == .sRGB)
            // By the matrices of SMPTE EG 432-1 and IEC 61966-2-1.
            let expected: [UInt8] = [215, 93, 31]
            for (got, wanted) in zip(try result.converted(to: .rgb8).pixel(5, 5), expected) {
                #expect(abs(Int(got) - Int(wanted)) <= 4)
            }
        }
    }

    @Test("stay as they are, with their profile, when that is asked for")
    func keeps() throws {
        let file = try PNGEncoder().encode(p3([200, 100, 50]))
        let result = try ImageDecoder().render(ImageSource(bytes: file), RenderRequest(convertsToSRGB: false))
        guard case .icc(let profile) = result.colorSpace else {
            Issue.record("\(result.colorSpace)")
            return
        }
        #expect(result.pixel(5, 5) == [200, 100, 50])
        let again = try JPEGEncoder().encode(result)
        #expect(try ImageDecoder().header(of: ImageSource(bytes: again)).hasColorProfile)
        let kept = try ImageDecoder().render(ImageSource(bytes: again), RenderRequest(convertsToSRGB: false))
        #expect(kept.colorSpace == .icc(profile))
    }

    @Test("keep their transparency")
    func keepsAlpha() throws {
        let image = try PixelBuffer.filled(8, 8, .rgba8, .displayP3) { x, _ in [200, 100, 50, UInt8(x * 30)] }
        let result = try ImageScaler.scale(image, RenderRequest())
        #expect(result.colorSpace == .sRGB)
        for x in 0..<8 { #expect(result.pixel(x, 3)[3] == UInt8(x * 30)) }
    }

    @Test("are taken for sRGB when their profile is of no use")
    func uselessProfile() throws {
        let image = try PixelBuffer.rgb(8, 8, colorSpace: .icc([1, 2, 3])) { _, _ in [10, 20, 30] }
        let result = try ImageScaler.scale(image, RenderRequest())
        #expect(result.colorSpace == .sRGB && result.pixel(0, 0) == [10, 20, 30])
    }
}
