internal import Cryptography
internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import SessionStorage

/// The lists of what was picked in sessions.
struct MediaItemRoutes: Sendable {
    let sessions: ClientSessionRoutes

    /// How many items are read at once.
    private static let width = 8

    func add(to group: RouterGroup<PageContext>) {
        group.reading("mediaItems") { request, context in try await list(request, context) }
    }

    private struct Page: Encodable {
        let mediaItems: [MediaItemResource]
        let nextPageToken: String?
    }

    private func list(_ request: Request, _ context: PageContext) async throws -> Response {
        guard let identifier = request.query("sessionId"), !identifier.isEmpty else {
            throw ServerError.invalidArgument("sessionId is missing")
        }
        let size = try ListPage.size(request.query("pageSize"))
        let session = try await sessions.session(identifier, context)
        try Self.requirePicked(session)
        let key = try await sessions.store.signingKey()
        let token = try Self.token(request.query("pageToken"), session: session.identifier, key)
        let picked = try await sessions.store.selectedAssets(
            of: session.identifier, offset: token.offset, limit: size)
        let end = token.offset + picked.count
        let next = picked.count == size && end < session.count ? PageToken(offset: end) : nil
        return try Response.json(
            Page(
                mediaItems: try await items(picked, from: token.offset, in: session, base: request.base, key),
                nextPageToken: next?.text(session: session.identifier, key: key)))
    }

    private static func token(_ text: String?, session: String, _ key: MessageKey) throws -> PageToken {
        guard let text, !text.isEmpty else { return PageToken(offset: 0) }
        guard let token = PageToken(text, session: session, key: key) else {
            throw ServerError.invalidArgument("pageToken is not one that this session gave")
        }
        return token
    }

    private static func requirePicked(_ session: StoredSession) throws {
        let message: String
        switch session.state {
        case .picked: return
        case .pending: message = "nothing is picked yet: poll the session until mediaItemsSet is true"
        case .cancelled: message = "the session was cancelled: nothing was picked"
        case .expired: message = "the session expired before anything was picked"
        }
        var error = ServerError.failedPrecondition(message)
        error.reason = "SESSION_\(session.state.rawValue.uppercased())"
        throw error
    }

    /// The items, in order. Assets that are gone from the library, or that are other files now, are left out.
    private func items(
        _ picked: [PickedAsset], from first: Int, in session: StoredSession, base: String, _ key: MessageKey
    ) async throws -> [MediaItemResource] {
        let reading = MediaItemReading(
            library: try sessions.library(root: session.library), mode: session.configuration.representationMode)
        return try await withThrowingTaskGroup(of: (Int, MediaItemResource?).self) { group in
            var results: [Int: MediaItemResource] = [:]
            for (index, asset) in picked.enumerated() {
                if index >= Self.width, let (done, item) = try await group.next() { results[done] = item }
                group.addTask {
                    let link = MediaLink.text(
                        to: asset, session: session.identifier, position: first + index,
                        client: session.client.identifier, now: .now, key: key)
                    let item = try await reading.item(asset.localIdentifier) {
                        $0.contentTag == asset.contentTag ? "\(base)/media/\(link)" : nil
                    }
                    return (index, item)
                }
            }
            for try await (done, item) in group { results[done] = item }
            return picked.indices.compactMap { results[$0] }
        }
    }
}

extension DownloadedFile {
    /// What `=d` or `=dv` gives for an asset, as far as that is known before it is made.
    init(of asset: Asset, _ mode: RepresentationMode) {
        let mimeType = MediaFormat.mimeType(of: asset.contentType)
        guard asset.mediaType == .image || asset.mediaType == .video,
            Self.isWrittenAgain(mimeType, hasPlace: asset.location != nil, mode)
        else {
            self.init(filename: asset.filename, mimeType: mimeType)
            return
        }
        let format: MediaFormat = asset.mediaType == .video ? .mp4 : mimeType == "image/png" ? .png : .jpeg
        self.init(filename: format.filename(asset.filename), mimeType: format.mimeType)
    }

    /// Whether a download is in another format than the asset's file. JPEG and MP4 files always keep their format.
    private static func isWrittenAgain(_ mimeType: String, hasPlace: Bool, _ mode: RepresentationMode) -> Bool {
        if mimeType == "image/jpeg" || mimeType == "video/mp4" { return false }
        return hasPlace || (mode == .compatible && !["image/png", "image/gif", "image/webp"].contains(mimeType))
    }
}
