internal import Imaging
internal import PhotoModel

/// The formats that have a target of their own.
public enum FuzzedFormat: Sendable {
    case bmp
    case gif
    /// HEIC and AVIF too.
    case heif
    case jp2
    case jpeg
    case jxl
    case png
    case psd
    case tiff
    case webp

    /// Nil for all others.
    init?(_ source: ImageSource) {
        let head = outcome { () throws(ImagingError) in try source.read(at: 0, count: MediaFormat.signatureLength) }
        switch MediaFormat.sniff(head ?? []) {
        case .bmp: self = .bmp
        case .gif: self = .gif
        case .heic, .heif, .avif: self = .heif
        case .jp2: self = .jp2
        case .jpeg: self = .jpeg
        case .jxl: self = .jxl
        case .png: self = .png
        case .psd: self = .psd
        case .tiff: self = .tiff
        case .webp: self = .webp
        default: return nil
        }
    }
}
