import Imaging
import PhotoModel
import Testing

@testable import PickerHost

@Suite("What is left to do with a poster") struct PosterFinishingTests {
    private static let colorSpaces: [ColorSpace] = [.sRGB, .displayP3, .icc([1, 2, 3])]

    private func converts(_ options: ImageOptions, readsProfile: Bool) -> [Bool] {
        Self.colorSpaces.map { colorSpace in
            RenderRequest(finishing: options, colorSpace, readsProfile: readsProfile).convertsToSRGB
        }
    }

    @Test("The profile of a poster from a worker is never read, whatever colours are asked for")
    func workers() {
        let options = ImageOptions(targetSize: PixelSize(width: 9, height: 9))
        #expect(converts(options, readsProfile: true) == [true, true, true])
        #expect(converts(options, readsProfile: false) == [true, true, false])
        let kept = ImageOptions(targetSize: nil, convertsToSRGB: false)
        #expect(converts(kept, readsProfile: true) == [false, false, false])
        #expect(converts(kept, readsProfile: false) == [false, false, false])
    }

    @Test("A poster gets an exact size only where that is asked for")
    func sizes() {
        let modes = [ResizeMode.none, .fast, .exact].map { mode in
            RenderRequest(
                finishing: ImageOptions(targetSize: PixelSize(width: 9, height: 9), resizeMode: mode), .sRGB,
                readsProfile: true
            ).resizeMode
        }
        #expect(modes == [.fast, .fast, .exact])
    }
}
