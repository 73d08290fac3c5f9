internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import SessionStorage

/// The interface for other programs: Google's Photos Picker API, on the libraries of this server.
struct ClientRoutes: Sendable {
    let libraries: LibrarySet
    let store: any SessionStore
    let events: SessionEvents
    let connections: OpenConnections
    let page: PageFolder
    /// The first public URL of this server; nil if none was set.
    let publicOrigin: PublicOrigin?

    func add(to router: some RouterMethods<PageContext>) {
        router.get("/$discovery/rest") { request, _ in
            guard request.query("version") ?? "v1" == "v1" else {
                throw ServerError.notFound("the version of the interface is v1")
            }
            return try description("discovery.json", request)
        }
        router.get("/openapi.json") { request, _ in try description("openapi.json", request) }
        for name in Self.embedded { router.get(RouterPath("/\(name)")) { _, _ in try embedded(name) } }
        let sessions = ClientSessionRoutes(
            libraries: libraries, store: store, events: events, publicOrigin: publicOrigin)
        let clients = router.group("/v1").add(middleware: ClientGuard(store: store, connections: connections))
            .add(middleware: ClientWords())
        sessions.add(to: clients)
        SessionEventRoutes(sessions: sessions).add(to: clients)
        MediaItemRoutes(sessions: sessions).add(to: clients)
        let scope = GrantScope(libraries: libraries, store: store)
        GrantedLibraryRoutes(scope: scope).add(to: clients)
        GrantedItemRoutes(scope: scope).add(to: clients)
        let media = router.group().add(middleware: ClientWords())
        MediaRoutes(sessions: sessions, connections: connections).add(to: media)
    }

    /// Whether one of these routes serves a path. Their requests are authenticated by a token, not by what browsers
    /// send.
    static func serves(_ path: String) -> Bool {
        files.contains(path) || folders.contains { path.hasPrefix($0) }
    }

    private static let folders = ["/v1/", "/media/", "/$discovery/"]
    private static let files = Set(embedded.map { "/\($0)" } + ["/openapi.json"])

    /// Files that pages of other programs load, and that their authors' editors read. They are the same for everyone.
    private static let embedded = ["picker.js", "picker.d.ts"]

    private func embedded(_ name: String) throws -> Response {
        guard let file = page["interface/\(name)"] else { throw ServerError.notFound("\(name) is not installed") }
        var headers: HTTPFields = [.contentType: file.mimeType, .cacheControl: "max-age=3600"]
        headers[.accessControlAllowOrigin] = "*"
        headers[SecurityHeaders<PageContext>.crossOriginResourcePolicy] = "cross-origin"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }

    /// A description of the interface, from which client libraries are generated. It contains the address by which the
    /// client reached this server.
    private func description(_ name: String, _ request: Request) throws -> Response {
        guard let file = page["interface/\(name)"] else { throw ServerError.notFound("\(name) is not installed") }
        let text = String(decoding: file.bytes, as: UTF8.self).replacing("{base}", with: request.base)
        return Response.json(text: Array(text.utf8))
    }
}
