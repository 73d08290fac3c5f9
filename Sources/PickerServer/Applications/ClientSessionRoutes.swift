internal import Cryptography
internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import SessionStorage

/// Sessions of clients: create, poll, delete.
struct ClientSessionRoutes: Sendable {
    let libraries: LibrarySet
    let store: any SessionStore
    let events: SessionEvents

    /// A person has so long to pick, in seconds.
    static let pickingTime = 60 * 60
    /// A session and what was picked in it is forgotten after so long, in seconds.
    static let lifetime = 24 * 60 * 60
    private static let largestBody = 1 << 20
    private static let longestRequestID = 128

    func add(to group: RouterGroup<PageContext>) {
        group.post("sessions") { request, context in try await create(request, context) }
        group.get("sessions/:id") { request, context in
            let session = try await session(context.parameters.get("id"), context)
            return try Response.json(SessionResource(session, base: request.base, now: .now))
        }
        group.delete("sessions/:id") { _, context in
            let session = try await session(context.parameters.get("id"), context)
            guard try await store.deleteSession(session.identifier, of: session.client.identifier) else {
                throw Self.unknown
            }
            events.send("closed", to: session.identifier)
            return Response.json(text: Array("{}".utf8))
        }
    }

    private func create(_ request: Request, _ context: PageContext) async throws -> Response {
        let configuration = try SessionRequest(try await request.wholeBody(upTo: Self.largestBody)).configuration()
        let requestID = request.uri.queryParameters["requestId"].map(String.init)
        guard (requestID ?? "-").utf8.count <= Self.longestRequestID else {
            throw ServerError.invalidArgument("requestId must have at most \(Self.longestRequestID) bytes")
        }
        let now = Timestamp.now
        let new = NewSession(
            identifier: Secret().text, client: try context.requireClient().identifier,
            library: libraries.first.library.root,
            requestID: requestID?.isEmpty == true ? nil : requestID, configuration: configuration,
            deadline: now.adding(seconds: Self.pickingTime), expires: now.adding(seconds: Self.lifetime))
        let session = try await store.addSession(new, now: now)
        guard libraries.has(root: session.library) else {
            throw ServerError.invalidArgument("requestId is that of a session on another server")
        }
        if session.identifier == new.identifier { try await preselect(configuration.preselected, in: session) }
        return try Response.json(SessionResource(session, base: request.base, now: now))
    }

    /// What the client wants selected when the page opens. What the library lacks is left out, and no client hears of it.
    private func preselect(_ identifiers: [String], in session: StoredSession) async throws {
        guard !identifiers.isEmpty else { return }
        let filter = session.configuration.mediaFilter
        let library = libraries.first.library
        let assets = try await library.assets(withIdentifiers: identifiers)
            .filter { filter.allows($0.mediaType) }.map { PickedAsset($0) }
        _ = try await store.updateSession(session.identifier, in: library.root, now: .now) {
            try $0.replaceSelection(with: assets)
        }
    }

    /// A session of the client that asks. One of another client, or of another server's library, is as unknown as any other.
    func session(_ identifier: String?, _ context: PageContext) async throws -> StoredSession {
        let client = try context.requireClient()
        guard let identifier,
            let session = try await store.session(identifier, of: client.identifier, now: .now),
            libraries.has(root: session.library)
        else { throw Self.unknown }
        return session
    }

    /// The library of a session, by its root.
    func library(root: String) throws -> PhotoLibrary {
        guard let served = try libraries.library(root: root) else { throw Self.unknown }
        return served.library
    }

    private static var unknown: ServerError { .notFound("there is no such session of this client") }
}
