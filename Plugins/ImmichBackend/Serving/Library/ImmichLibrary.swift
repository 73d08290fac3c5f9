package import BackendKit
internal import HTTPClient
package import PhotoModel
internal import Platform

/// A library on an Immich server.
package final class ImmichLibrary: DayCountingLibrary {
    package typealias Fetch = ImmichFetch

    let server: ImmichServer
    let host: BackendHost
    let access: Access
    let connections: Int
    let showsPeople: Bool
    let cache: RecordCache
    let shelves = Shelves()
    let media = MediaCache()
    let readyImages = ReadyImages()
    let sizes = ReadySizes()
    let pollMilliseconds: Int

    init(_ server: ImmichServer, _ access: Access, _ settings: LibrarySettings, host: BackendHost) {
        self.server = server
        self.access = access
        self.host = host
        connections = settings.connections
        showsPeople = settings.showsPeople && access.offersPeople
        pollMilliseconds = settings.pollMilliseconds
        cache = RecordCache(generation: settings.keptRecords)
    }

    package func info(of backend: BackendInfo) -> LibraryInfo {
        var capabilities = backend.capabilities
        let isReadOnly = !access.allows("asset.upload")
        if isReadOnly { capabilities.remove(.write) }
        var info = LibraryInfo(
            capabilities: capabilities, title: "Immich at \(server.name)", account: access.email,
            isReadOnly: isReadOnly,
            isRemote: true, hasFiles: false, callLimit: connections)
        info.service = "Immich \(access.version.map(String.init).joined(separator: "."))"
        return info
    }

    package func authorizationStatus(call: BackendCall) throws(PhotoError) -> AuthorizationStatus {
        try access.status(server, call)
    }

    package func cameraRoll(call: BackendCall) throws(PhotoError) -> AssetCollection {
        try collection(SmartAlbum.cameraRoll.rawValue, call: call)
    }

    package func details(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetDetails {
        let id = try id(of: localIdentifier)
        let document = try server.document(.get("/assets/\(id.uuid)"), call)
        guard let record = AssetRecord(document) else { throw unknown(localIdentifier) }
        cache.remember([record])
        media.learn(record)
        let live = try video(of: record, call)
        var asset = record.asset
        if live == nil {
            asset.representationCount = 1
            asset.mediaSubtypes.remove(.livePhoto)
        }
        return AssetDetails(
            asset: asset, representations: record.representations(live: live), camera: CameraMetadata(document))
    }

    /// The video of a Live Photo; nil if there is none, or if it was deleted or may not be read. The photo is shown all the same.
    private func video(of record: AssetRecord, _ call: BackendCall) throws(PhotoError) -> AssetRecord? {
        guard let video = record.liveVideo else { return nil }
        do throws(PhotoError) {
            return AssetRecord(try server.document(.get("/assets/\(video.uuid)"), call))
        } catch {
            guard [.notFound, .accessDenied].contains(error.status) else { throw error }
            return nil
        }
    }

    func id(of localIdentifier: String) throws(PhotoError) -> ImmichID {
        guard let id = ImmichID(localIdentifier, prefix: "a") else { throw unknown(localIdentifier) }
        return id
    }

    func unknown(_ localIdentifier: String) -> PhotoError {
        .notFound("there is no asset \(localIdentifier) at \(server.name); it may have been removed")
    }

    /// The record of an asset, possibly an old one from the cache.
    func record(of id: ImmichID, _ call: BackendCall) throws(PhotoError) -> AssetRecord {
        if let record = cache[id] { return record }
        guard let record = AssetRecord(try server.document(.get("/assets/\(id.uuid)"), call)) else {
            throw unknown(id.identifier("a"))
        }
        cache.remember([record])
        return record
    }
}

extension AssetRecord {
    /// The representations: the uploaded file, and the video of a Live Photo.
    func representations(live: AssetRecord?) -> [Representation] {
        let role: RepresentationRole = mediaType == .video ? .video : ContentType.isRaw(contentType) ? .raw : .photo
        return [representation(role)] + (live.map { [$0.representation(.pairedVideo)] } ?? [])
    }

    private func representation(_ role: RepresentationRole) -> Representation {
        var file = Representation(
            role: role, filename: filename, path: AssetPath(filename), contentType: contentType, byteSize: byteSize,
            contentTag: contentTag, pixelWidth: Int(width), pixelHeight: Int(height))
        file.availability = availability
        return file
    }
}
