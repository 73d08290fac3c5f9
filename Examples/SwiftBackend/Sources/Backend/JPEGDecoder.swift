internal import BackendKit
internal import CTurboJPEG
internal import PhotoModel

/// The pixels of a JPEG, by TurboJPEG.
///
/// Yours: another decoder. It has to tell the size of a picture before it takes memory for it, and whether a part is missing.
final class JPEGDecoder {
    /// As they are stored, before the orientation.
    let size: PixelSize
    private let handle: tjhandle
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) throws(PhotoError) {
        guard let handle = tjInitDecompress() else { throw PhotoError(.outOfMemory, "no memory for a decoder") }
        self.handle = handle
        self.bytes = bytes
        var (width, height, subsampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let result = tjDecompressHeader3(handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colors)
        size = PixelSize(width: Int(width), height: Int(height))
        if result != 0, Self.isFatal(handle) { throw Self.error(handle) }
        // It answers 0 for garbage as well.
        guard !size.isEmpty else { throw PhotoError(.corruptMedia, "the JPEG has no pixels") }
        guard colors != TJCS_CMYK.rawValue, colors != TJCS_YCCK.rawValue else {
            throw PhotoError(.unsupportedFormat, "a JPEG in CMYK; other backends show it")
        }
    }

    deinit { tjDestroy(handle) }

    /// Red, green, blue, at 1/denominator of the size (1, 2, 4 or 8), which saves most of the work.
    ///
    /// - Throws: `.corruptMedia` when nothing is left of the picture.
    func decode(denominator: Int) throws(PhotoError) -> (pixels: PixelBuffer, isIncomplete: Bool) {
        let scaled = PixelSize(
            width: (size.width + denominator - 1) / denominator, height: (size.height + denominator - 1) / denominator)
        let pixels = try PixelBuffer.forFrame(scaled, .rgb8)
        let plane = pixels.planes[0]
        let result = tjDecompress2(
            handle, bytes, UInt(bytes.count), plane.base, Int32(scaled.width), Int32(plane.stride),
            Int32(scaled.height), Int32(TJPF_RGB.rawValue), TJFLAG_LIMITSCANS)
        if result == 0 { return (pixels, false) }
        // A warning: there is a picture, though not all of it (R14.10).
        guard !Self.isFatal(handle), !pixels.isOfOneColor else { throw Self.error(handle) }
        return (pixels, true)
    }

    private static func isFatal(_ handle: tjhandle) -> Bool { tjGetErrorCode(handle) == Int32(TJERR_FATAL.rawValue) }

    private static func error(_ handle: tjhandle) -> PhotoError {
        let message = tjGetErrorStr2(handle).map { String(cString: $0) } ?? "the JPEG is damaged"
        return PhotoError(.corruptMedia, message)
    }
}
