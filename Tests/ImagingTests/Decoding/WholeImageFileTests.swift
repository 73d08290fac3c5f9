import Imaging
import PhotoFixtures
import PhotoModel
import Testing

@Suite("Image files that show all of an image")
struct WholeImageFileTests {
    @Test("A file that is cut off says so when it is rendered, and a whole one does not", arguments: [30, 300])
    func incomplete(side: Int) throws {
        let bytes = try SamplePhoto.jpeg(400, 300)
        let options = ImageOptions(targetSize: PixelSize(width: side, height: side))
        for (content, isIncomplete) in [(bytes, false), (SamplePhoto.cutOff(bytes), true)] {
            let image = try WholeImageFile(ImageSource(bytes: content))
                .render(options, limits: ResourceLimits(), cancellation: .never)
            #expect(image.diagnostics.isIncomplete == isIncomplete)
            #expect(image.buffer.size.width == side)
        }
    }
}
