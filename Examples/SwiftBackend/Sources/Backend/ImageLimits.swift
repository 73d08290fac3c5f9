internal import BackendKit
internal import PhotoModel
internal import Pixels

/// What a single image may cost: this backend's own limits, and lower ones that the deployer set.
struct ImageLimits {
    private let pixels: Int
    private let fileBytes: Int
    private let memory: Int
    private let end: ContinuousClock.Instant?

    /// To be made when a request begins.
    init(_ deployers: HostLimits) {
        func limit(_ own: Int, _ deployers: Int) -> Int { deployers == 0 ? own : min(own, deployers) }
        pixels = limit(1 << 27, deployers.maxPixels)
        fileBytes = limit(1 << 28, deployers.maxFileBytes)
        memory = limit(.max, deployers.maxRequestBytes)
        let time = deployers.maxRequestMilliseconds
        end = time == 0 ? nil : .now + .milliseconds(time)
    }

    func checkTime() throws(BackendError) {
        guard let end, end < .now else { return }
        throw BackendError(.deadline, "the picture takes longer than the deployer allows")
    }

    func checkFile(_ byteSize: Int64) throws(BackendError) {
        if byteSize > fileBytes { throw BackendError(.tooLarge, "a larger file than is allowed") }
    }

    /// - Returns: the bytes that the request needs at its peak.
    func checkPixels(
        _ whole: PixelSize, _ frame: PixelSize, _ denominator: Int, fileBytes: Int
    ) throws(BackendError) -> Int {
        guard whole.pixelCount <= pixels, frame.pixelCount <= pixels else {
            throw BackendError(.tooLarge, "more pixels than are allowed")
        }
        let decoded = whole.pixelCount / (denominator * denominator)
        let bytes = fileBytes + (decoded + frame.pixelCount) * 3
        guard bytes <= memory else { throw BackendError(.tooLarge, "more memory than is allowed") }
        return bytes
    }
}
