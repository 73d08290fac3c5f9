internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import SessionStorage

/// What the owner sees of clients and decides about them: what each may see, and the records of what was given to whom.
///
/// Everything except granting more works while the library is not available: grants can be revoked at any time.
struct AccessRoutes: Sendable {
    /// The root of the library.
    let root: String
    let store: any SessionStore
    /// The library; throws the reason why it is not available.
    let library: @Sendable () async throws -> PhotoLibrary

    private static let largestBody = 1 << 20
    private static let largestPage = 200
    /// The most assets of a record that are listed.
    private static let mostItems = 500

    func add(to group: RouterGroup<PageContext>) {
        group.get("clients") { _, _ in try Response.json(try await clients()) }
        group.post("grants") { request, _ in try await grant(request) }
        group.delete("grants/:id") { _, context in
            guard let identifier = context.parameters.get("id").flatMap({ Int64($0) }),
                try await store.revokeGrant(identifier, now: .now) != nil
            else { throw ServerError.notFound("this was revoked before", reason: "REVOKED_BEFORE") }
            return Response.json(text: Array("{}".utf8))
        }
        group.get("records") { request, _ in try await records(request) }
        group.reading("records/:id/items") { _, context in
            guard let identifier = context.parameters.get("id").flatMap({ Int64($0) }) else {
                throw ServerError.notFound("there is no such record")
            }
            let items = try await store.items(ofRecord: identifier, limit: Self.mostItems)
            return try Response.json(ItemsDocument(items: items))
        }
    }

    /// Whether one of these routes serves an address below a library's.
    ///
    /// - Parameter part: the part of the path after the library's.
    static func serves(_ part: Substring) -> Bool { ["clients", "grants", "records"].contains(part) }

    /// The clients that are not revoked, with what they may see of this library.
    private func clients() async throws -> AccessDocument {
        let clients = try await store.clients().filter { $0.revoked == nil }
        let grants = try await store.grants().filter { $0.library == root }
        return AccessDocument(
            clients: clients.map { client in
                .init(client, grants: grants.filter { $0.client.identifier == client.identifier })
            })
    }

    private struct Wish: Decodable {
        var client: Int64
        var collection: String?
        var assets: [String]?
    }

    private func grant(_ request: Request) async throws -> Response {
        let body = try await request.wholeBody(upTo: Self.largestBody)
        guard let wish = try? JSONDecoder().decode(Wish.self, from: body),
            (wish.collection == nil) != (wish.assets == nil)
        else {
            throw ServerError.invalidArgument(
                "the body must be {\"client\", \"collection\"} or {\"client\", \"assets\"}")
        }
        do {
            _ = try await store.addGrants(try await grants(wish), now: .now)
        } catch SessionStoreError.unknownClient {
            throw ServerError.notFound("this program is revoked", reason: "PROGRAM_REVOKED")
        } catch let error as SessionStoreError {
            guard case .tooManyGrants = error else { throw error }
            throw ServerError(
                .tooManyRequests, "RESOURCE_EXHAUSTED", error.description, reason: "TOO_MANY_GRANTS")
        }
        return try Response.json(try await clients())
    }

    private func grants(_ wish: Wish) async throws -> [NewGrant] {
        let new = { (subject: Grant.Subject, title: String) in
            NewGrant(client: wish.client, library: root, subject: subject, title: title)
        }
        let library = try await self.library()
        if let identifier = wish.collection {
            let collection = try await library.collection(identifier)
            guard collection.type != .folder else {
                throw ServerError.invalidArgument(
                    "\(collection.title) is a folder of albums: grant its albums", reason: "FOLDER_NOT_GRANTED")
            }
            return [new(.collection(identifier), collection.title)]
        }
        return try await library.assets(withIdentifiers: wish.assets ?? []).map {
            new(.asset($0.localIdentifier), $0.filename)
        }
    }

    private func records(_ request: Request) async throws -> Response {
        let limit = try request.integer("limit", default: 50, in: 1...Self.largestPage)
        let before = try request.integer("before", default: .max, in: 1...Int.max)
        let records = try await store.records(before: Int64(before), limit: limit)
        return try Response.json(RecordsDocument(records, limit: limit))
    }
}
