internal import FoundationEssentials
internal import Hummingbird
internal import PhotoDocuments
internal import PhotoModel
internal import PickerHost

/// The picking session, as the page sees it.
struct SessionRoutes<Context: RequestContext>: Sendable {
    let library: PhotoLibrary
    let purpose: ServerConfiguration.Purpose
    let desk: PickingDesk

    func add(to group: RouterGroup<Context>) {
        group.get("session") { _, _ in try Response.json(document) }
        group.post("session/done") { request, context in try await finish(request, context) }
        group.post("session/cancel") { _, _ in
            try checkPicking()
            try refusing { () throws(PickingSessionError) in try desk.cancel() }
            return try Response.json(StateDocument(state: desk.session.state.rawValue))
        }
    }

    private struct DoneRequest: Decodable { let assets: [String] }
    private struct StateDocument: Encodable { let state: String }

    private func finish(_ request: Request, _ context: Context) async throws -> Response {
        try checkPicking()
        let body = try await request.wholeBody(upTo: 16 << 20)
        guard let done = try? JSONDecoder().decode(DoneRequest.self, from: body) else {
            throw ServerError.invalidArgument("the body must be {\"assets\": [identifiers]}")
        }
        let assets = try await library.assets(withIdentifiers: done.assets)
        let known = Set(assets.map(\.localIdentifier))
        if let missing = done.assets.first(where: { !known.contains($0) }) {
            throw ServerError.notFound("\(missing.prefix(64)) is no longer in the library; deselect it")
        }
        try refusing { () throws(PickingSessionError) in
            try desk.finish(
                with: assets.map {
                    PickedAsset(
                        localIdentifier: $0.localIdentifier, mediaType: $0.mediaType,
                        byteSize: UInt64(clamping: $0.byteSize))
                })
        }
        return try Response.json(StateDocument(state: desk.session.state.rawValue))
    }

    private func checkPicking() throws {
        guard case .pick = purpose else {
            throw ServerError.failedPrecondition("nobody asked for photos: this page is for looking around")
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
            let backend: String
        }
        let mode: String
        let state: String
        let config: Config
        let library: Library
        let selection: [String]
    }

    private var document: Document {
        let session = desk.session
        let configuration = session.configuration
        var mode = "browse"
        if case .pick = purpose { mode = "pick" }
        return Document(
            mode: mode, state: session.state.rawValue,
            config: .init(
                selectionLimit: configuration.selectionLimit, minimum: configuration.minimum,
                ordered: configuration.isOrdered, mediaFilter: configuration.mediaFilter.rawValue),
            library: .init(title: title, backend: library.backend.id), selection: session.localIdentifiers)
    }

    /// The name of the library's folder.
    private var title: String {
        let name = library.root.split(separator: "/").last
        return name.map(String.init) ?? "/"
    }
}
