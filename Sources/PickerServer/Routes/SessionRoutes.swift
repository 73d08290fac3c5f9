internal import FoundationEssentials
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions

/// The picking session, as the page sees it.
struct SessionRoutes<Context: RequestContext>: Sendable {
    let library: PhotoLibrary
    let purpose: ServerConfiguration.Purpose
    let coordinator: SessionCoordinator
    let index: ServedIndex

    func add(to group: RouterGroup<Context>) {
        group.get("session") { _, _ in try Response.json(document) }
        group.get("session/selection") { request, _ in try await selectionPage(request) }
        group.post("session/selection") { request, _ in try await select(request) }
        group.post("session/done") { request, _ in try await finish(request) }
        group.post("session/cancel") { _, _ in
            try checkPicking()
            try refusing { () throws(PickingSessionError) in try coordinator.cancel() }
            return try Response.json(StateDocument(state: coordinator.session.state.rawValue))
        }
    }

    private struct AssetList: Decodable { let assets: [String] }
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
    private func selectionPage(_ request: Request) async throws -> Response {
        let offset = try request.integer("offset", default: 0, in: 0...Int.max)
        let all = coordinator.session.localIdentifiers
        let piece = Array(all.dropFirst(offset).prefix(Self.largestPage))
        let assets = piece.isEmpty ? [] : try await library.assets(withIdentifiers: piece)
        let isLast = all.count - min(offset, all.count) <= Self.largestPage
        return try Response.list(
            SelectionDocument(
                total: all.count, assets: assets.map { AssetDocument($0) }, next: isLast ? nil : offset + piece.count),
            for: request)
    }

    /// Keeps what is selected so far, for a page that is loaded again.
    private func select(_ request: Request) async throws -> Response {
        let assets = try await library.assets(withIdentifiers: identifiers(request))
        try refusing { () throws(PickingSessionError) in try coordinator.select(assets.map { PickedAsset($0) }) }
        return try Response.json(StateDocument(state: coordinator.session.state.rawValue))
    }

    private func finish(_ request: Request) async throws -> Response {
        try checkPicking()
        let wanted = try await identifiers(request)
        let assets = try await library.assets(withIdentifiers: wanted)
        let known = Set(assets.map(\.localIdentifier))
        if let missing = wanted.first(where: { !known.contains($0) }) {
            throw ServerError.notFound("\(missing.prefix(64)) is no longer in the library; deselect it")
        }
        try refusing { () throws(PickingSessionError) in try coordinator.finish(with: assets.map { PickedAsset($0) }) }
        return try Response.json(StateDocument(state: coordinator.session.state.rawValue))
    }

    private func identifiers(_ request: Request) async throws -> [String] {
        let body = try await request.wholeBody(upTo: 16 << 20)
        guard let list = try? JSONDecoder().decode(AssetList.self, from: body) else {
            throw ServerError.invalidArgument("the body must be {\"assets\": [identifiers]}")
        }
        return list.assets
    }

    private func checkPicking() throws {
        guard case .pick = purpose else {
            throw ServerError.failedPrecondition("no program asked for photos: this page is for looking around")
        }
    }

    private func refusing(_ body: () throws(PickingSessionError) -> Void) throws {
        do throws(PickingSessionError) {
            try body()
        } catch {
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
        let mode: String
        let state: String
        let config: Config
        let library: Library
        let selection: [String]
        let index: IndexDocument
    }

    private var document: Document {
        let session = coordinator.session
        let configuration = session.configuration
        let backend = library.backend
        let kinds = Narrowing.kinds(of: configuration.mediaFilter.types, backend.capabilities)
        var mode = "browse"
        if case .pick = purpose { mode = "pick" }
        return Document(
            mode: mode, state: session.state.rawValue,
            config: .init(
                selectionLimit: configuration.selectionLimit, minimum: configuration.minimum,
                ordered: configuration.isOrdered, mediaFilter: configuration.mediaFilter.rawValue),
            library: .init(
                title: title, root: library.root, backend: backend.id, kinds: kinds.map(\.rawValue),
                isSearchable: backend.capabilities.contains(.search)),
            selection: session.localIdentifiers,
            index: IndexDocument(index.state))
    }

    /// What the library calls itself, or the name of its folder.
    private var title: String {
        if let title = library.info.title { return title }
        let name = library.root.split(separator: "/").last
        return name.map(String.init) ?? "/"
    }
}
