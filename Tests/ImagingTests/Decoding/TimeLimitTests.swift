import Imaging
import PhotoModel
import Testing

@Suite("The limit on time")
struct TimeLimitTests {
    private func decoder(seconds: Double?) -> ImageDecoder {
        var limits = ImageLimits.standard
        limits.maxSeconds = seconds
        return ImageDecoder(limits: limits)
    }

    @Test("ends a render that takes longer, with an error of its own", arguments: CancellationTests.kinds)
    func ends(kind: String) throws {
        let source = ImageSource(bytes: try CancellationTests.file(kind, 64, 48))
        let error = #expect(throws: ImagingError.timedOut(seconds: 0)) {
            try decoder(seconds: 0).render(source, RenderRequest())
        }
        #expect(error?.description.contains("0.0 seconds") == true)
        for seconds: Double? in [nil, 3600] {
            #expect(try decoder(seconds: seconds).render(source, RenderRequest()).size.width == 64)
        }
    }

    @Test("does not speak for a caller who cancelled")
    func cancelled() throws {
        let source = ImageSource(bytes: try JPEGEncoder().encode(.waves(64, 48)))
        #expect(throws: ImagingError.cancelled) {
            try decoder(seconds: 3600).render(source, RenderRequest(), cancellation: Cancellation { .cancelled })
        }
        #expect(throws: ImagingError.cancelled) {
            try decoder(seconds: 0).render(source, RenderRequest(), cancellation: Cancellation { .cancelled })
        }
    }

    @Test("is half a minute by default")
    func standard() {
        #expect(ImageLimits.standard.maxSeconds == 30)
        #expect(ImageLimits(maxPixels: 1, maxFileBytes: 1, maxMemoryBytes: 1).maxSeconds == 30)
    }
}
