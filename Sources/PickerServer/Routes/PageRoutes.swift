internal import HTTPTypes
internal import Hummingbird

/// The page and its files.
struct PageRoutes: Sendable {
    let page: PageFolder
    let signIn: SignIn
    let cookie: OwnerCookie

    func add(to router: Router<PageContext>) {
        router.get("/") { request, _ in try await home(request) }
        // The same page, for a library or a program's session; what it is for is only known after signing in.
        for path in ["/library/:library", "/pick/:session", "/pick/:session/autoclose"] {
            router.get(RouterPath(path)) { request, _ in try await home(request) }
        }
        router.get("/access") { request, _ in try await home(request, "access.html") }
        // The files hold nothing of the library: they may be read before signing in, for the sign-in page.
        router.get("/page/**") { _, context in
            let path = context.parameters.getCatchAll().joined(separator: "/")
            return try file(path)
        }
        router.get("/favicon.ico") { _, _ in try file("icon.svg") }
    }

    private func home(_ request: Request, _ name: String = "index.html") async throws -> Response {
        // The page has nothing of the library: what its script asks for takes the proof, too.
        let isSignedIn = try await signIn.signIn(cookies: cookie.values(in: request)) != nil
        return html(isSignedIn ? name : "signin.html", status: isSignedIn ? .ok : .unauthorized)
    }

    func html(_ name: String, status: HTTPResponse.Status) -> Response {
        guard let file = page[name] else { return Response(status: .notFound) }
        return answer(file, status: status, cache: "no-store")
    }

    private func file(_ path: String) throws -> Response {
        guard let file = page[path] else { throw ServerError.notFound("there is no such file") }
        return answer(file, status: .ok, cache: "no-cache")
    }

    private func answer(_ file: PageFolder.File, status: HTTPResponse.Status, cache: String) -> Response {
        Response(
            status: status, headers: [.contentType: file.mimeType, .cacheControl: cache],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }
}
