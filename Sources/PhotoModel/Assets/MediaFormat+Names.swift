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

    /// The media type registered with IANA, or if there is none, the one in common use.
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
}

extension MediaFormat {
    /// The format of a uniform type identifier; nil for one that Picker does not know.
    ///
    /// - Parameter uniformTypeIdentifier: as a backend gives it. `public.webp` is another name for WebP.
    public init?(uniformTypeIdentifier: String) {
        guard let format = Self.byIdentifier[uniformTypeIdentifier] else { return nil }
        self = format
    }

    /// The format of a media type, as `mimeType` has it; nil for one that Picker does not know.
    public init?(mimeType: String) {
        guard let format = Self.byMIMEType[mimeType] else { return nil }
        self = format
    }

    /// The usual format of files with this extension; nil for one that Picker does not know.
    ///
    /// - Parameter filenameExtension: without its dot, in upper or lower case.
    public init?(filenameExtension: String) {
        guard let format = Self.byExtension[filenameExtension.lowercased()] else { return nil }
        self = format
    }

    /// The media type of a uniform type identifier; `application/octet-stream` for one that Picker does not know.
    public static func mimeType(of uniformTypeIdentifier: String) -> String {
        MediaFormat(uniformTypeIdentifier: uniformTypeIdentifier)?.mimeType ?? "application/octet-stream"
    }

    private static let byIdentifier: [String: MediaFormat] = {
        var formats = Dictionary(uniqueKeysWithValues: allCases.map { ($0.uniformTypeIdentifier, $0) })
        formats["public.webp"] = .webp
        return formats
    }()

    private static let byMIMEType = Dictionary(uniqueKeysWithValues: allCases.map { ($0.mimeType, $0) })

    private static let byExtension: [String: MediaFormat] = {
        var formats = Dictionary(uniqueKeysWithValues: allCases.map { ($0.preferredExtension, $0) })
        for format in allCases { for name in format.extensions where formats[name] == nil { formats[name] = format } }
        return formats
    }()

    /// The formats that file extensions promise, in lower case without the dot: the extensions of all formats, and those of 3GPP
    /// for MP4, but not the one of Ogg that is usually sound.
    package static let promisedByExtension: [String: MediaFormat] = {
        var formats = byExtension
        formats["3gp"] = .mp4
        formats["3g2"] = .mp4
        formats["ogg"] = nil
        return formats
    }()

    /// The usual extension of a file's name, lower case, without the dot.
    public var preferredExtension: String {
        self == .jpeg ? "jpg" : rawValue
    }

    /// All extensions that files of this format have, lower case, without the dot.
    public var extensions: Set<String> { Self.several[self] ?? [preferredExtension] }

    /// Of formats that have several.
    private static let several: [MediaFormat: Set<String>] = [
        .jpeg: ["jpg", "jpeg", "jpe", "jfif", "mpo"], .tiff: ["tif", "tiff"], .heic: ["heic", "heif", "hif"],
        .heif: ["heif", "heic", "hif"], .nef: ["nef", "nrw"], .arw: ["arw", "sr2", "srf"], .mp4: ["mp4", "m4v"],
        .m4v: ["m4v", "mp4"], .mov: ["mov", "qt"],
        .bmp: ["bmp", "dib"], .psd: ["psd", "psb"], .jp2: ["jp2", "j2k", "j2c", "jpc", "jpf", "jpx"],
        .dcr: ["dcr", "kdc"], .mpg: ["mpg", "mpeg", "vob", "m2p"], .ts: ["ts", "mts", "m2ts", "m2t", "tod"],
        .wmv: ["wmv", "asf"], .ogv: ["ogv", "ogg"],
    ]

    /// A file name with an extension of this format; it stays as it is if it has one already.
    public func filename(_ name: String) -> String {
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
        if let dot, extensions.contains(name[name.index(after: dot)...].lowercased()) { return name }
        return name[..<(dot ?? name.endIndex)] + "." + preferredExtension
    }
}
