internal import PhotoModel

/// The uniform type identifiers of the files that Immich accepts.
enum ContentType {
    /// The types that Immich accepts and Picker does not read itself, by extension; `3gpp` and `svg` are also names in media types.
    private static let others = ["svg": "public.svg-image", "3gp": "public.3gpp", "3gpp": "public.3gpp"]

    /// The type by the media type in the server's record, else by the file name's extension, else "public.movie" or "public.image".
    static func of(mediaType: String?, filename: String, isVideo: Bool) -> String {
        if let mediaType = mediaType?.lowercased(), let known = of(mediaType: mediaType) { return known }
        let ending = filename.lastIndex(of: ".").map { filename[filename.index(after: $0)...].lowercased() }
        if let ending, let known = of(extension: ending) { return known }
        return isVideo ? "public.movie" : "public.image"
    }

    private static func of(mediaType: String) -> String? {
        if let format = MediaFormat(mimeType: mediaType) { return format.uniformTypeIdentifier }
        // Media types of most RAW files contain the extension: image/arw or image/x-sony-arw.
        guard let slash = mediaType.firstIndex(of: "/") else { return nil }
        let name = mediaType[mediaType.index(after: slash)...].prefix { $0 != "+" }
        return of(extension: name.hasPrefix("x-") ? String(name.split(separator: "-").last ?? name) : String(name))
    }

    private static func of(extension name: String) -> String? {
        others[name] ?? MediaFormat(filenameExtension: name)?.uniformTypeIdentifier
    }

    /// Whether a type is a RAW format.
    static func isRaw(_ type: String) -> Bool { type.hasSuffix("raw-image") }

    /// Whether the host reads such files.
    static func isImageFile(_ type: String) -> Bool {
        ["public.jpeg", "public.png", "com.compuserve.gif", "org.webmproject.webp"].contains(type)
    }

    /// The formats of which the server makes images. It does not accept Ogg.
    static var formats: [String] {
        let own = MediaFormat.allCases.filter { $0 != .ogv }.map(\.uniformTypeIdentifier)
        return Set(own + others.values).sorted()
    }
}
