/// Which Debian package has a shared library that a backend needs.
enum LibraryPackages {
    /// By the library's name up to its version.
    private static let packages = [
        "libde265": "libde265-0", "libexif": "libexif12", "libexpat": "libexpat1", "libgif": "libgif7",
        "libheif": "libheif1", "libjpeg": "libjpeg62-turbo", "liblcms2": "liblcms2-2", "libpng16": "libpng16-16",
        "libsqlite3": "libsqlite3-0", "libwebp": "libwebp7", "libwebpdemux": "libwebpdemux2",
        "libwebpmux": "libwebpmux3", "libz": "zlib1g", "libzimg": "libzimg2",
    ]

    /// - Parameter library: for example `libheif.so.1`.
    static func package(of library: some StringProtocol) -> String? {
        packages[String(library.prefix { $0 != "." })]
    }
}
