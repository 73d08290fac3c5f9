internal import BackendKit
internal import PhotoModel

/// What a single image may cost: this backend's own limits, and lower ones that the administrator set.
struct ImageLimits {
    private let pixels: Int
    private let fileBytes: Int
    private let memory: Int
    private let end: ContinuousClock.Instant?

    /// To be made when a request begins.
    init(_ given: ResourceLimits) {
        func limit(_ own: Int, _ given: Int) -> Int { given == 0 ? own : min(own, given) }
        pixels = limit(1 << 27, given.maxPixels)
        fileBytes = limit(1 << 28, given.maxFileBytes)
        memory = limit(.max, given.maxRequestBytes)
        let time = given.maxRequestMilliseconds
        end = time == 0 ? nil : .now + .milliseconds(time)
    }

    func checkTime() throws(PhotoError) {
        guard let end, end < .now else { return }
        throw PhotoError(.deadline, "the picture takes longer than the administrator allows")
    }

    func checkFile(_ byteSize: Int64) throws(PhotoError) {
        if byteSize > fileBytes { throw PhotoError(.tooLarge, "a larger file than is allowed") }
    }

    func checkPixels(
        _ whole: PixelSize, _ frame: PixelSize, _ denominator: Int, fileBytes: Int
    ) throws(PhotoError) {
        guard whole.pixelCount <= pixels, frame.pixelCount <= pixels else {
            throw PhotoError(.tooLarge, "more pixels than are allowed")
        }
        let decoded = whole.pixelCount / (denominator * denominator)
        let bytes = fileBytes + (decoded + frame.pixelCount) * 3
        guard bytes <= memory else { throw PhotoError(.tooLarge, "more memory than is allowed") }
    }
}
