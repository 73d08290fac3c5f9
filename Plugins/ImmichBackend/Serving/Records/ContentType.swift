/// Uniform type identifiers of what Immich takes.
enum ContentType {
    private static let byMediaType: [String: String] = [
        "image/jpeg": "public.jpeg", "image/jpg": "public.jpeg", "image/png": "public.png",
        "image/gif": "com.compuserve.gif", "image/webp": "org.webmproject.webp", "image/tiff": "public.tiff",
        "image/bmp": "com.microsoft.bmp", "image/heic": "public.heic", "image/heif": "public.heif",
        "image/avif": "public.avif", "image/jxl": "public.jpeg-xl", "image/svg+xml": "public.svg-image",
        "image/dng": "com.adobe.raw-image", "image/x-adobe-dng": "com.adobe.raw-image",
        "image/cr2": "com.canon.cr2-raw-image", "image/x-canon-cr2": "com.canon.cr2-raw-image",
        "image/cr3": "com.canon.cr3-raw-image", "image/x-canon-cr3": "com.canon.cr3-raw-image",
        "image/nef": "com.nikon.raw-image", "image/x-nikon-nef": "com.nikon.raw-image",
        "image/arw": "com.sony.arw-raw-image", "image/x-sony-arw": "com.sony.arw-raw-image",
        "image/raf": "com.fuji.raw-image", "image/x-fuji-raf": "com.fuji.raw-image",
        "image/orf": "com.olympus.raw-image", "image/x-olympus-orf": "com.olympus.raw-image",
        "image/rw2": "com.panasonic.rw2-raw-image", "image/x-panasonic-rw2": "com.panasonic.rw2-raw-image",
        "video/mp4": "public.mpeg-4", "video/quicktime": "com.apple.quicktime-movie",
        "video/x-m4v": "com.apple.m4v-video",
        "video/x-matroska": "org.matroska.mkv", "video/webm": "org.webmproject.webm", "video/x-msvideo": "public.avi",
        "video/avi": "public.avi", "video/3gpp": "public.3gpp", "video/mpeg": "public.mpeg",
    ]
    private static let byExtension: [String: String] = [
        "jpg": "public.jpeg", "jpeg": "public.jpeg", "jpe": "public.jpeg", "png": "public.png",
        "gif": "com.compuserve.gif", "webp": "org.webmproject.webp", "tif": "public.tiff", "tiff": "public.tiff",
        "bmp": "com.microsoft.bmp", "heic": "public.heic", "heif": "public.heif", "hif": "public.heif",
        "avif": "public.avif", "jxl": "public.jpeg-xl", "svg": "public.svg-image", "dng": "com.adobe.raw-image",
        "cr2": "com.canon.cr2-raw-image", "cr3": "com.canon.cr3-raw-image", "nef": "com.nikon.raw-image",
        "arw": "com.sony.arw-raw-image", "raf": "com.fuji.raw-image", "orf": "com.olympus.raw-image",
        "rw2": "com.panasonic.rw2-raw-image", "mp4": "public.mpeg-4", "mov": "com.apple.quicktime-movie",
        "m4v": "com.apple.m4v-video", "mkv": "org.matroska.mkv", "webm": "org.webmproject.webm", "avi": "public.avi",
        "3gp": "public.3gpp", "mpg": "public.mpeg", "mpeg": "public.mpeg",
    ]

    /// By the media type of the server's record, by the file's name, or in general.
    static func of(mediaType: String?, filename: String, isVideo: Bool) -> String {
        if let mediaType, let known = byMediaType[mediaType.lowercased()] { return known }
        let ending = filename.lastIndex(of: ".").map { filename[filename.index(after: $0)...].lowercased() }
        if let ending, let known = byExtension[ending] { return known }
        return isVideo ? "public.movie" : "public.image"
    }

    /// Whether a type is one of raw sensor data.
    static func isRaw(_ type: String) -> Bool { type.hasSuffix("raw-image") }

    /// Whether the host reads such files.
    static func isImageFile(_ type: String) -> Bool {
        ["public.jpeg", "public.png", "com.compuserve.gif", "org.webmproject.webp"].contains(type)
    }

    /// What `formats` says: images of all of these are made, by the server.
    static var formats: [String] { Set(byExtension.values).sorted() }
}
