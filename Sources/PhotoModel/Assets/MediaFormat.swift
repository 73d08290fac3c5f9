/// The formats of photo and video files. The first bytes of a file decide which one it has, never its name.
public enum MediaFormat: String, Sendable, CaseIterable {
    case jpeg, png, gif, webp, tiff, bmp, psd, jxl, jp2
    case heic, heif, avif
    case dng, cr2, cr3, crw, nef, arw, raf, orf, rw2, pef, srw, iiq, erf, dcr, mef, mrw, x3f
    case threeFR = "3fr"
    case mp4, mov, m4v, mkv, webm, avi, wmv, flv, ogv
    /// The two forms of MPEG-2 systems: programs (MPG, VOB) and transport streams (MTS, M2TS, TS).
    case mpg, ts

    /// The coarse kinds that a picker distinguishes.
    public enum Kind: Sendable {
        case image, raw, video
    }

    /// Which of them it is.
    public var kind: Kind {
        switch self {
        case .jpeg, .png, .gif, .webp, .tiff, .bmp, .psd, .jxl, .jp2, .heic, .heif, .avif: .image
        case .mp4, .mov, .m4v, .mkv, .webm, .avi, .wmv, .flv, .ogv, .mpg, .ts: .video
        default: .raw
        }
    }
}
