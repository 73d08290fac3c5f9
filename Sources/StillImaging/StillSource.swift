internal import CStills
internal import Imaging
internal import PhotoModel

/// Passes the bytes of a file to the C shims, and remembers the error of a failed read. It must exist as long as what
/// was opened with it.
///
/// For one thread, one call at a time.
final class StillSource {
    private var reader: SourceReader
    private var cancellation: Cancellation

    init(_ source: ImageSource, _ cancellation: Cancellation = .never) {
        reader = SourceReader(source)
        self.cancellation = cancellation
    }

    var byteCount: Int { reader.source.byteCount }

    /// The functions that the shims call. They hold an unretained reference to this object.
    var lent: still_source {
        still_source(
            read: { context, offset, bytes, count in
                // The context is this object, as set right below, and the object outlives the shim's use of it.
                Unmanaged<StillSource>.fromOpaque(context!).takeUnretainedValue().reader.read(offset, bytes!, count)
            },
            is_cancelled: { context in
                Unmanaged<StillSource>.fromOpaque(context!).takeUnretainedValue().cancellation.isCancelled ? 1 : 0
            },
            context: Unmanaged.passUnretained(self).toOpaque(), byte_count: UInt64(byteCount))
    }

    /// Sets the cancellation that the shims check from now on.
    func ask(_ cancellation: Cancellation) { self.cancellation = cancellation }

    /// Runs a function of a shim and throws what it reports.
    func check(_ call: (UnsafeMutablePointer<still_status>) -> still_code) throws(ImagingError) {
        var status = still_status()
        guard call(&status) != STILL_OK else { return }
        throw failure(status)
    }

    func failure(_ status: still_status) -> ImagingError {
        if status.code == STILL_IO, let error = reader.error { return error }
        return ImagingError(status)
    }
}

extension ImagingError {
    init(_ status: still_status) {
        let message = withUnsafeBytes(of: status.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        self =
            switch status.code {
            case STILL_UNSUPPORTED: .unsupportedFormat(message.isEmpty ? "this image" : message)
            case STILL_MISSING: .unsupportedFormat("this image, for want of a library (\(message)),")
            case STILL_TOO_LARGE: .tooLarge(message)
            case STILL_OUT_OF_MEMORY: .outOfMemory(bytes: 0)
            case STILL_CANCELLED: .cancelled
            default: .corrupt(message)
            }
    }
}

extension StoredSamples {
    /// The largest profile that is used; those of printers have a few megabytes. Each thread keeps copies of the last ones.
    private static let largestProfile = 8 << 20

    /// The samples that a shim describes.
    init(_ info: still_info) {
        let isUsable = info.profile_count <= Self.largestProfile
        let profile = info.profile.flatMap {
            isUsable ? Array(UnsafeBufferPointer(start: $0, count: info.profile_count)) : nil
        }
        self.init(
            Colors(rawValue: Int(info.colors)) ?? .rgb, hasAlpha: info.has_alpha != 0,
            isPremultiplied: info.is_premultiplied != 0, profile: profile,
            isLab: info.is_lab != 0)
    }
}

extension ImageHeader {
    init(_ format: MediaFormat, _ info: still_info) {
        self.init(
            format: format, storedSize: PixelSize(width: Int(info.width), height: Int(info.height)),
            orientation: UInt8(exactly: info.orientation).flatMap(Orientation.init) ?? .upright,
            hasAlpha: info.has_alpha != 0, isProgressive: false,
            colorComponents: Int(info.colors) + (info.has_alpha != 0 && info.colors < 4 ? 1 : 0),
            bitsPerComponent: min(16, Int(info.bits)), hasColorProfile: info.profile_count > 0)
    }
}
