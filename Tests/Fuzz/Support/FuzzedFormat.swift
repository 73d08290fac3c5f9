internal import Imaging

/// The formats that have a target of their own.
public enum FuzzedFormat: Sendable {
    case gif
    /// HEIC and AVIF too.
    case heif
    case jpeg
    case png
    case webp

    /// Nil for all others.
    init?(_ source: ImageSource) {
        let head = outcome { () throws(ImagingError) in try source.read(at: 0, count: MediaFormat.signatureLength) }
        switch MediaFormat.sniff(head ?? []) {
        case .gif: self = .gif
        case .heic, .heif, .avif: self = .heif
        case .jpeg: self = .jpeg
        case .png: self = .png
        case .webp: self = .webp
        default: return nil
        }
    }
}
