internal import Hummingbird
internal import PhotoModel
internal import SessionStorage

/// The list of signed-in browsers, for the owner's page.
struct OwnerRoutes: Sendable {
    let signIn: SignIn

    func add(to group: RouterGroup<PageContext>) {
        group.get("owner/sign-ins") { _, context in try Response.json(await list(context)) }
        group.delete("owner/sign-ins/:id") { _, context in
            guard let identifier = context.parameters.get("id").flatMap({ Int64($0) }),
                try await signIn.end(identifier)
            else { throw ServerError.notFound("this browser is signed out already", reason: "SIGNED_OUT_BEFORE") }
            return Response.json(text: Array("{}".utf8))
        }
    }

    private struct Document: Encodable {
        struct SignIn: Encodable {
            let id: Int64
            /// `link` or `password`.
            let method: String
            let browser: String
            let created: String
            let used: String
            /// Whether it is the browser that makes the request.
            let isThis: Bool
        }
        let signIns: [SignIn]
    }

    private func list(_ context: PageContext) async throws -> Document {
        let all = try await signIn.store.signIns(now: .now)
        return Document(
            signIns: all.map {
                Document.SignIn(
                    id: $0.identifier, method: $0.method.rawValue, browser: $0.browser, created: $0.created.iso8601(),
                    used: $0.used.iso8601(), isThis: $0.identifier == context.signIn?.identifier)
            })
    }
}
