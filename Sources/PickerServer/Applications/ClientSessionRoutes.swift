internal import Cryptography
internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import SessionStorage

/// Sessions of clients: creates, returns and deletes them.
struct ClientSessionRoutes: Sendable {
    let libraries: LibrarySet
    let store: any SessionStore
    let events: SessionEvents
    let publicOrigin: PublicOrigin?

    /// How long a user may take to pick, in seconds.
    static let pickingTime = 60 * 60
    /// How long a session, and what was picked in it, is kept, in seconds.
    static let lifetime = 24 * 60 * 60
    private static let largestBody = 1 << 20
    private static let longestRequestID = 128

    func add(to group: RouterGroup<PageContext>) {
        group.post("sessions") { request, context in try await create(request, context) }
        group.get("sessions/:id") { request, context in
            let session = try await session(context.parameters.get("id"), context)
            return try Response.json(SessionResource(session, base: base(of: request), now: .now))
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

    /// The address by which users reach this server. A program may use another one, of its own machine.
    func base(of request: Request) -> String { publicOrigin?.text ?? request.base }

    private func create(_ request: Request, _ context: PageContext) async throws -> Response {
        let configuration = try SessionRequest(try await request.wholeBody(upTo: Self.largestBody)).configuration()
        let requestID = request.query("requestId")
        guard (requestID ?? "-").utf8.count <= Self.longestRequestID else {
            throw ServerError.invalidArgument("requestId must have at most \(Self.longestRequestID) bytes")
        }
        // Before the session is made: if the library is not available, no session must be left behind.
        let selection = try await preselected(by: configuration)
        let now = Timestamp.now
        let new = NewSession(
            identifier: Secret().text, client: try context.requireClient().identifier,
            library: libraries.first.library.root,
            requestID: requestID?.isEmpty == true ? nil : requestID, configuration: configuration.withoutPreselected,
            selection: selection, preselected: configuration.preselected.count,
            deadline: now.adding(seconds: Self.pickingTime), expires: now.adding(seconds: Self.lifetime))
        let session = try await Self.added(new, to: store, now: now)
        guard libraries.has(root: session.library) else {
            throw ServerError.invalidArgument("requestId is that of a session on another server")
        }
        return try Response.json(SessionResource(session, base: base(of: request), now: now))
    }

    /// Adds a session to the store, or finds the one that the same request made before.
    static func added(_ new: NewSession, to store: any SessionStore, now: Timestamp) async throws -> StoredSession {
        do {
            return try await store.addSession(new, now: now)
        } catch SessionStoreError.unknownClient {
            // The client was revoked while the request's body was being received.
            throw ClientGuard.refusal
        }
    }

    /// What the client wants selected when the page opens. Assets that are not in the library are left out, without
    /// telling the client.
    private func preselected(by configuration: PickingConfiguration) async throws -> AssetSelection {
        guard !configuration.preselected.isEmpty else { return AssetSelection() }
        let assets = try await libraries.first.library.assets(withIdentifiers: configuration.preselected)
        let allowed = assets.filter { configuration.mediaFilter.allows($0.mediaType) }
        return AssetSelection(allowed.map { AssetSelection.Part.asset(PickedAsset($0)) })
    }

    /// A session of the client that makes the request. A session of another client, or of a library of another server,
    /// is reported as unknown.
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
