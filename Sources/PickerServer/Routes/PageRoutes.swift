internal import HTTPTypes
internal import Hummingbird

/// The page and its files.
struct PageRoutes: Sendable {
    let page: PageFolder
    let signIn: SignIn
    let cookie: OwnerCookie

    func add(to router: some RouterMethods<PageContext>) {
        router.get("/") { request, _ in try await home(request) }
        // The same page for a library and for a program's session; what it is for is only known after signing in.
        for path in ["/library/:library", "/pick/:session", "/pick/:session/autoclose"] {
            router.get(RouterPath(path)) { request, _ in try await home(request) }
        }
        router.get("/access") { request, _ in try await home(request, "access.html") }
        // The files contain nothing of the library: they may be read before signing in, because the sign-in page needs
        // them.
        router.get("/page/**") { request, context in
            let place = page.place(context.parameters.getCatchAll())
            return try file(place.path, for: request, isVersioned: place.isVersioned)
        }
        router.get("/favicon.ico") { request, _ in try file("icon.svg", for: request) }
    }

    private func home(_ request: Request, _ name: String = "index.html") async throws -> Response {
        // The page contains nothing of the library, so the cookie is enough: what its script requests needs the proof
        // as well.
        let isSignedIn = try await signIn.signIn(cookies: cookie.values(in: request)) != nil
        return html(isSignedIn ? name : "signin.html", status: isSignedIn ? .ok : .unauthorized)
    }

    func html(_ name: String, status: HTTPResponse.Status) -> Response {
        guard let file = page[name] else { return Response(status: .notFound) }
        return Response(
            status: status, headers: [.contentType: file.mimeType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }

    /// A file of the page. Browsers ask each time, because another version may be installed, and get it if they do not
    /// have it.
    ///
    /// - Parameter isVersioned: whether the address is that of this version alone, so that browsers need not ask again.
    private func file(_ path: String, for request: Request, isVersioned: Bool = false) throws -> Response {
        guard let file = page[path] else { throw ServerError.notFound("there is no such file") }
        let caching = isVersioned ? "max-age=31536000, immutable" : "no-cache"
        var headers: HTTPFields = [.cacheControl: caching, .eTag: file.entityTag, .vary: "Accept-Encoding"]
        if EntityTags(request.headers[values: .ifNoneMatch]).match(file.entityTag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = file.mimeType
        let compressed = Gzip.isAccepted(request.headers) ? file.compressed : nil
        headers[.contentEncoding] = compressed.map { _ in "gzip" }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: compressed ?? file.bytes)))
    }
}
