/// What a file is, by its first bytes, never by its name.
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

    public var kind: Kind {
        switch self {
        case .jpeg, .png, .gif, .webp, .tiff, .bmp, .psd, .jxl, .jp2, .heic, .heif, .avif: .image
        case .mp4, .mov, .m4v, .mkv, .webm, .avi, .wmv, .flv, .ogv, .mpg, .ts: .video
        default: .raw
        }
    }
}

extension MediaFormat {
    /// How many of a file's first bytes are looked at. Fewer will do for a shorter file.
    public static let signatureLength = 4096

    /// The format by the first bytes of a file, or nil when it is none of ours.
    ///
    /// - Parameters:
    ///   - head: The first `signatureLength` bytes of the file, or all of them when there are fewer.
    ///   - filenameExtension: Without its dot, in any case. Decides only between formats that share TIFF's
    ///     signature, and only where their first bytes leave it open.
    public static func sniff(
        _ head: some RandomAccessCollection<UInt8>, filenameExtension: String? = nil
    ) -> MediaFormat? {
        let bytes = ByteView(Array(head.prefix(signatureLength)))
        return sniff(FileHead(bytes, filenameExtension: filenameExtension), .builtIn)
    }

    static func sniff(_ head: FileHead, _ codecs: [any ImageCodec]) -> MediaFormat? {
        for codec in codecs { if let format = codec.sniff(head) { return format } }
        for codec in codecs { if let format = codec.sniffDisplaced(head) { return format } }
        return nil
    }

    /// What to call it in messages: `JPG (image/jpeg)`.
    var title: String { "\(preferredExtension.uppercased()) (\(mimeType))" }
}

extension MediaFormat {
    /// The uniform type identifier, as declared by the system or by the format's owner.
    public var uniformTypeIdentifier: String {
        switch self {
        case .jpeg: "public.jpeg"
        case .png: "public.png"
        case .gif: "com.compuserve.gif"
        case .webp: "org.webmproject.webp"
        case .tiff: "public.tiff"
        case .bmp: "com.microsoft.bmp"
        case .psd: "com.adobe.photoshop-image"
        case .jxl: "public.jpeg-xl"
        case .jp2: "public.jpeg-2000"
        case .heic: "public.heic"
        case .heif: "public.heif"
        case .avif: "public.avif"
        case .dng: "com.adobe.raw-image"
        case .cr2: "com.canon.cr2-raw-image"
        case .cr3: "com.canon.cr3-raw-image"
        case .nef: "com.nikon.raw-image"
        case .arw: "com.sony.arw-raw-image"
        case .raf: "com.fuji.raw-image"
        case .orf: "com.olympus.raw-image"
        case .rw2: "com.panasonic.rw2-raw-image"
        case .crw: "com.canon.crw-raw-image"
        case .pef: "com.pentax.raw-image"
        case .srw: "com.samsung.raw-image"
        case .threeFR: "com.hasselblad.3fr-raw-image"
        case .iiq: "com.phaseone.raw-image"
        case .erf: "com.epson.raw-image"
        case .dcr: "com.kodak.raw-image"
        case .mef: "com.mamiya.raw-image"
        case .mrw: "com.konicaminolta.raw-image"
        case .x3f: "com.sigma.x3f-raw-image"
        case .mp4: "public.mpeg-4"
        case .mov: "com.apple.quicktime-movie"
        case .m4v: "com.apple.m4v-video"
        case .mkv: "org.matroska.mkv"
        case .webm: "org.webmproject.webm"
        case .avi: "public.avi"
        case .wmv: "com.microsoft.windows-media-wmv"
        case .flv: "com.adobe.flash.video"
        case .ogv: "org.xiph.ogg-video"
        case .mpg: "public.mpeg"
        case .ts: "public.mpeg-2-transport-stream"
        }
    }

    /// The media type registered with IANA, or the one in use where none is registered.
    public var mimeType: String {
        switch self {
        case .jpeg, .png, .gif, .webp, .tiff, .bmp, .jxl, .jp2, .heic, .heif, .avif: "image/\(rawValue)"
        case .psd: "image/vnd.adobe.photoshop"
        case .dng: "image/x-adobe-dng"
        case .cr2: "image/x-canon-cr2"
        case .cr3: "image/x-canon-cr3"
        case .nef: "image/x-nikon-nef"
        case .arw: "image/x-sony-arw"
        case .raf: "image/x-fuji-raf"
        case .orf: "image/x-olympus-orf"
        case .rw2: "image/x-panasonic-rw2"
        case .crw: "image/x-canon-crw"
        case .pef: "image/x-pentax-pef"
        case .srw: "image/x-samsung-srw"
        case .threeFR: "image/x-hasselblad-3fr"
        case .iiq: "image/x-phaseone-iiq"
        case .erf: "image/x-epson-erf"
        case .dcr: "image/x-kodak-dcr"
        case .mef: "image/x-mamiya-mef"
        case .mrw: "image/x-minolta-mrw"
        case .x3f: "image/x-sigma-x3f"
        case .mp4: "video/mp4"
        case .mov: "video/quicktime"
        case .m4v: "video/x-m4v"
        case .mkv: "video/x-matroska"
        case .webm: "video/webm"
        case .avi: "video/x-msvideo"
        case .wmv: "video/x-ms-wmv"
        case .flv: "video/x-flv"
        case .ogv: "video/ogg"
        case .mpg: "video/mpeg"
        case .ts: "video/mp2t"
        }
    }

    /// The usual extension of a file's name, lower case, without the dot.
    public var preferredExtension: String {
        self == .jpeg ? "jpg" : rawValue
    }
}
