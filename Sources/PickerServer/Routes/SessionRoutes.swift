internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import SessionStorage

/// The picking session, as the page sees it.
struct SessionRoutes: Sendable {
    let library: PhotoLibrary
    /// What people call it.
    let title: String
    let purpose: ServerConfiguration.Purpose
    /// The session of this server's own page.
    let coordinator: SessionCoordinator
    /// Where the sessions of clients are; nil: there are none.
    let store: (any SessionStore)?
    let events: SessionEvents
    let index: ServedIndex
    /// Which program the server's own page picks for; nil: none that said its name.
    var asker: String?

    func add(to group: RouterGroup<PageContext>) {
        group.get("session") { _, context in try Response.json(await document(context)) }
        group.reading("session/selection") { request, context in try await selectionPage(request, picking(context)) }
        group.post("session/selection") { request, context in try await select(request, picking(context)) }
        group.post("session/done") { request, context in
            try checkPicking(context)
            return try await finish(request, picking(context))
        }
        group.post("session/cancel") { _, context in
            try checkPicking(context)
            let picking = picking(context)
            try await refusing { try await picking.cancelUnlessHandingOver() }
            return try await state(of: picking)
        }
    }

    /// The session that the page is for.
    private func picking(_ context: PageContext) -> any PickingAccess {
        guard let session = context.picking, let store else { return coordinator }
        return StoredPicking(
            identifier: session.identifier, library: library.root, store: store, events: events)
    }

    private func state(of picking: any PickingAccess) async throws -> Response {
        try Response.json(StateDocument(state: try await picking.current().state.rawValue))
    }

    private struct StateDocument: Encodable { let state: String }
    private struct SelectionDocument: Encodable {
        /// How many are selected.
        let total: Int
        let assets: [AssetDocument]
        /// Null on the last page.
        @Nullable var next: Int?
    }

    private static var largestPage: Int { 500 }

    /// What is selected, in the order picked. Photos that are gone from the library are left out.
    private func selectionPage(_ request: Request, _ picking: any PickingAccess) async throws -> Response {
        let offset = try request.integer("offset", default: 0, in: 0...Int.max)
        let all = try await picking.current().localIdentifiers
        let piece = Array(all.dropFirst(offset).prefix(Self.largestPage))
        let assets = piece.isEmpty ? [] : try await library.assets(withIdentifiers: piece)
        let isLast = all.count - min(offset, all.count) <= Self.largestPage
        return try Response.list(
            SelectionDocument(
                total: all.count, assets: assets.map { AssetDocument($0) }, next: isLast ? nil : offset + piece.count),
            for: request)
    }

    /// Keeps what is selected so far, for a page that is loaded again.
    private func select(_ request: Request, _ picking: any PickingAccess) async throws -> Response {
        let wish = try SelectionRequest(try await request.wholeBody(upTo: SelectionRequest.largestBody))
        let configuration = try await picking.current().configuration
        let parts = try await SelectionReading(library: library, configuration: configuration).parts(of: wish)
        try await refusing { try await picking.select(parts) }
        return try await state(of: picking)
    }

    private func finish(_ request: Request, _ picking: any PickingAccess) async throws -> Response {
        let wish = try SelectionRequest(try await request.wholeBody(upTo: SelectionRequest.largestBody))
        let configuration = try await picking.current().configuration
        let reading = SelectionReading(library: library, configuration: configuration)
        try await refusing { try await picking.handOver(try await reading.assets(of: wish)) }
        return try await state(of: picking)
    }

    private func checkPicking(_ context: PageContext) throws {
        guard isPicking(context) else {
            throw ServerError.failedPrecondition("no program asked for photos: this page is for looking around")
        }
    }

    private func isPicking(_ context: PageContext) -> Bool {
        if case .pick = purpose { true } else { context.picking != nil }
    }

    private func refusing(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as PickingSessionError {
            throw ServerError.failedPrecondition(String(describing: error))
        }
    }
}

extension SessionRoutes {
    private struct Document: Encodable {
        struct Config: Encodable {
            /// Null without a limit.
            @Nullable var selectionLimit: Int?
            let minimum: Int
            let ordered: Bool
            let mediaFilter: String
        }
        struct Library: Encodable {
            let title: String
            /// The absolute path of its folder, which paths of assets are relative to.
            let root: String
            let backend: String
            /// Kinds that the assets of a collection can be narrowed to.
            let kinds: [String]
            /// Whether they can be searched by words.
            let isSearchable: Bool
        }
        /// A program that asks.
        struct Client: Encodable {
            let name: String
            /// Whose pages may hear what was picked; null: none.
            @Nullable var origin: String?
        }
        let mode: String
        let state: String
        /// Null when no other program asks.
        @Nullable var client: Client?
        let config: Config
        let library: Library
        let selection: [String]
        let index: IndexDocument
    }

    private func document(_ context: PageContext) async throws -> Document {
        let session = try await picking(context).current()
        let configuration = session.configuration
        let backend = library.backend
        let kinds = Narrowing.kinds(of: configuration.mediaFilter.types, backend.capabilities)
        return Document(
            mode: isPicking(context) ? "pick" : "browse", state: session.state.rawValue,
            client: context.picking.map { Document.Client(name: $0.client.name, origin: $0.client.origin) }
                ?? asker.map { Document.Client(name: $0, origin: nil) },
            config: .init(
                selectionLimit: configuration.selectionLimit, minimum: configuration.minimum,
                ordered: configuration.isOrdered, mediaFilter: configuration.mediaFilter.rawValue),
            library: .init(
                title: title, root: library.root, backend: backend.id, kinds: kinds.map(\.rawValue),
                isSearchable: backend.capabilities.contains(.search)),
            selection: session.localIdentifiers,
            index: IndexDocument(index.state))
    }
}
