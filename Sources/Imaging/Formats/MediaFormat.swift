/// What a file is, told from its first bytes, never from its name.
public enum MediaFormat: String, Sendable, CaseIterable {
    case jpeg, png, gif, webp, tiff, bmp
    case heic, heif, avif
    case dng, cr2, cr3, nef, arw, raf, orf, rw2
    case mp4, mov, m4v, mkv, webm, avi

    /// The coarse kinds that a picker tells apart.
    public enum Kind: Sendable {
        case image, raw, video
    }

    public var kind: Kind {
        switch self {
        case .jpeg, .png, .gif, .webp, .tiff, .bmp, .heic, .heif, .avif: .image
        case .dng, .cr2, .cr3, .nef, .arw, .raf, .orf, .rw2: .raw
        case .mp4, .mov, .m4v, .mkv, .webm, .avi: .video
        }
    }
}
