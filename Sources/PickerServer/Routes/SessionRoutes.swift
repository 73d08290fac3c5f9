internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import SessionStorage

/// The picking session, as the page sees it.
struct SessionRoutes: Sendable {
    let library: PhotoLibrary
    /// The title of the library.
    let title: String
    let purpose: ServerConfiguration.Purpose
    /// Runs the session of this server's own page.
    let coordinator: SessionCoordinator
    /// Has the sessions of clients; nil if there are none.
    let store: (any SessionStore)?
    let events: SessionEvents
    let index: ServedIndex
    /// The name of the program that the server's own page picks for; nil if none gave its name.
    var asker: String?
    private let order = SelectionOrder()

    func add(to group: RouterGroup<PageContext>) {
        group.get("session") { _, context in try Response.json(await document(context)) }
        group.reading("session/selection") { request, context in
            try await order.passed(name(context))
            return try await selectionPage(request, picking(context))
        }
        group.post("session/selection") { request, context in
            try await order.inTurn(name(context)) { try await select(request, picking(context)) }
        }
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

    /// Tells sessions apart: that of the server's own page has no name.
    private func name(_ context: PageContext) -> String { context.picking?.identifier ?? "" }

    private func state(of picking: any PickingAccess) async throws -> Response {
        try Response.json(StateDocument(state: try await picking.current().state.rawValue))
    }

    private struct StateDocument: Encodable { let state: String }
    private struct SelectionDocument: Encodable {
        /// The number of selected assets.
        let total: Int
        let assets: [AssetDocument]
        /// The runs of this page in their order, each with how many of `assets` come before it.
        let runs: [PlacedRun]
        /// Null on the last page.
        @Nullable var next: Int?
    }
    private struct PlacedRun: Encodable {
        let after: Int
        let run: RunDocument
    }
    /// A run, and the index of the part of the request that it was sent as.
    private struct KeptRun: Encodable {
        let part: Int
        let run: RunDocument

        private enum Key: CodingKey { case part }

        func encode(to encoder: any Encoder) throws {
            try run.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(part, forKey: .part)
        }
    }
    private struct KeptDocument: Encodable {
        let state: String
        /// The runs as they are now; runs of which nothing is left are left out.
        let runs: [KeptRun]
        /// Identifiers of assets that are not in the library any more, which are not kept.
        let gone: [String]
    }

    private static var largestPage: Int { 500 }

    /// A page of the selection, in the order picked. Photos that are gone from the library are left out.
    private func selectionPage(_ request: Request, _ picking: any PickingAccess) async throws -> Response {
        let offset = try request.integer("offset", default: 0, in: 0...Int.max)
        let selection = try await picking.current().selection
        let piece = AssetSelection(selection.parts.dropFirst(offset).prefix(Self.largestPage))
        let names = piece.localIdentifiers
        let known = names.isEmpty ? [] : try await library.assets(withIdentifiers: names)
        let present = Set(known.map(\.localIdentifier))
        var before = 0
        var runs: [PlacedRun] = []
        for part in piece.parts {
            switch part {
            case .asset(let asset): before += present.contains(asset.localIdentifier) ? 1 : 0
            case .run(let run): runs.append(PlacedRun(after: before, run: RunDocument(run)))
            }
        }
        let isLast = selection.parts.count - min(offset, selection.parts.count) <= Self.largestPage
        return try Response.list(
            SelectionDocument(
                total: selection.count, assets: known.map { AssetDocument($0) }, runs: runs,
                next: isLast ? nil : offset + piece.parts.count),
            for: request)
    }

    /// Stores the current selection, for when the page is loaded again, and answers where its runs are now.
    private func select(_ request: Request, _ picking: any PickingAccess) async throws -> Response {
        let wish = try SelectionRequest(try await request.wholeBody(upTo: SelectionRequest.largestBody))
        let configuration = try await picking.current().configuration
        let reading = SelectionReading(library: library, configuration: configuration)
        let kept = try await refusing {
            let kept = try await reading.kept(of: wish)
            try await picking.select(kept.parts)
            return kept
        }
        return try Response.json(
            KeptDocument(
                state: try await picking.current().state.rawValue,
                runs: kept.runs.map { KeptRun(part: $0.place, run: RunDocument($0.run)) }, gone: kept.gone))
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
            throw ServerError.failedPrecondition(
                "no program asked for photos: this page is for looking around", reason: "NOTHING_ASKED")
        }
    }

    private func isPicking(_ context: PageContext) -> Bool {
        if case .pick = purpose { true } else { context.picking != nil }
    }

    private func refusing<Output>(_ body: () async throws -> Output) async throws -> Output {
        do {
            return try await body()
        } catch let error as PickingSessionError {
            throw ServerError(error)
        }
    }
}

extension SessionRoutes {
    private struct Document: Encodable {
        struct Config: Encodable {
            /// Null if there is no limit.
            @Nullable var selectionLimit: Int?
            let minimum: Int
            let ordered: Bool
            let mediaFilter: String
            /// Which files of assets are handed over: `current` or `compatible`.
            let representationMode: String
        }
        struct Library: Encodable {
            let title: String
            /// The absolute path of the library's folder, which paths of assets are relative to.
            let root: String
            let backend: String
            /// The kinds by which the assets of a collection can be filtered.
            let kinds: [String]
            /// Whether assets can be searched for by words.
            let isSearchable: Bool
            /// Whether assets are files that other programs can open by their paths.
            let hasFiles: Bool
        }
        /// The program that asks for photos.
        struct Client: Encodable {
            let name: String
            /// The origin of the pages that may learn what was picked; null if there is none.
            @Nullable var origin: String?
        }
        let mode: String
        let state: String
        /// Null if no other program asks.
        @Nullable var client: Client?
        let config: Config
        let library: Library
        let selection: [String]
        /// How many assets are selected for the client in another library. What is selected in this one takes their
        /// place.
        let selectedElsewhere: Int
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
                ordered: configuration.isOrdered, mediaFilter: configuration.mediaFilter.rawValue,
                representationMode: configuration.representationMode.rawValue),
            library: .init(
                title: title, root: library.root, backend: backend.id, kinds: kinds.map(\.rawValue),
                isSearchable: backend.capabilities.contains(.search), hasFiles: library.info.hasFiles),
            selection: session.localIdentifiers, selectedElsewhere: selectedElsewhere(context),
            index: IndexDocument(index.state))
    }

    private func selectedElsewhere(_ context: PageContext) -> Int {
        guard let session = context.picking, session.state == .pending, session.library != library.root else {
            return 0
        }
        return session.count
    }
}
