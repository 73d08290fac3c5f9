package import BackendKit
package import PhotoModel
internal import PostgresClient

/// Serves photos whose records are in PostgreSQL and whose files are in an S3, for libraries that are too large, or have too many hosts,
/// for one machine.
package struct PostgresBackend: PhotoBackend {
    package static let info = BackendInfo(
        id: "postgres", name: "PostgreSQL and S3", version: "0.1.0", priority: 0,
        capabilities: [
            .fullQuery, .queryRatings, .queryText, .queryPlace, .queryContentTypes, .queryBytes, .observe,
            .changeDetails, .nestedCollections, .search,
        ],
        formats: formats, schemes: [DatabaseAddress.scheme], settings: LibrarySettings.descriptions,
        requiresNetwork: true,
        // OpenSSL, which libpq and libcurl load, cleans up when the process ends.
        runtime: .exitHandlers)

    /// The formats of which ingest makes images, if the libraries for them are installed, or which hosts show themselves.
    private static let formats = [
        "com.adobe.photoshop-image", "com.adobe.raw-image", "com.apple.quicktime-movie", "com.canon.cr2-raw-image",
        "com.compuserve.gif", "com.microsoft.bmp", "com.nikon.raw-image", "com.sony.arw-raw-image",
        "org.webmproject.webp", "public.avif", "public.heic", "public.heif", "public.jpeg", "public.jpeg-2000",
        "public.jpeg-xl", "public.mpeg-4", "public.png",
        "public.tiff",
    ]

    private let host: BackendHost

    package init(host: BackendHost) { self.host = host }

    package func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> PostgresLibrary {
        try PostgresLibrary(try LibrarySettings(request), host: host, call)
    }
}
