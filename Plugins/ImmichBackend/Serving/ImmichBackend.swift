package import BackendKit
internal import HTTPClient
package import PhotoModel

/// Serves the photos of an Immich server: lists in pages, images in three prepared sizes, originals in parts.
package struct ImmichBackend: PhotoBackend {
    package static let info = BackendInfo(
        id: "immich", name: "Immich", version: "0.1.0", priority: 0,
        capabilities: queries.union([.observe, .changeDetails, .write, .search]), formats: ContentType.formats,
        schemes: ServerAddress.schemes, settings: LibrarySettings.descriptions, requiresNetwork: true,
        // OpenSSL, which libcurl loads, cleans up when the process ends.
        runtime: .exitHandlers)

    /// The filters of the server, and its only sort order. It cannot sort by names, sizes or changes.
    private static let queries: BackendCapabilities = [
        .querySubtypes, .queryDates, .queryFavorites, .queryHidden, .sortCreationTime,
    ]

    private let host: BackendHost

    package init(host: BackendHost) { self.host = host }

    package func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> ImmichLibrary {
        try openLibrary(try LibrarySettings(request), call)
    }

    static func server(_ settings: LibrarySettings) -> ImmichServer {
        let client = HTTPClient(
            .init(connections: settings.connections, certificates: settings.certificates, userAgent: "Picker"))
        return ImmichServer(settings.address, settings.credentials, client)
    }

    func openLibrary(_ settings: LibrarySettings, _ call: BackendCall) throws(PhotoError) -> ImmichLibrary {
        let server = Self.server(settings)
        return ImmichLibrary(server, try Access(server, call), settings, host: host)
    }
}
