import BackendKit
import Dispatch
import PhotoModel
import Platform

/// Backends over a `PhotoShelf`: one that names what changed, one that only says that something did.
struct ShelfBackend<Kind: ScriptedKind>: PhotoBackend {
    static var info: BackendInfo { Kind.info }

    init(host: BackendHost) throws(PhotoError) {}

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> ShelfLibrary {
        let root = String(decoding: request.location, as: UTF8.self)
        guard let shelf = PhotoShelf.byRoot.withLock({ $0[root] }) else { throw .notFound("no shelf for \(root)") }
        shelf.log.add("open")
        for file in 1...3 { call.report(file * 10, of: file < 3 ? nil : 30) }
        if shelf.state.withLock({ $0.isSilent }) { try waitForEnd(of: call) }
        return ShelfLibrary(shelf, namesChanges: Kind.info.capabilities.contains(.changeDetails))
    }
}

final class ShelfLibrary: IndexedLibrary, SearchableLibrary {
    private let shelf: PhotoShelf
    private let namesChanges: Bool

    init(_ shelf: PhotoShelf, namesChanges: Bool) {
        self.shelf = shelf
        self.namesChanges = namesChanges
    }

    func authorizationStatus(call: BackendCall) -> AuthorizationStatus { .authorized }

    func collections(
        under parent: String?, types: CollectionTypes, call: BackendCall, emit: (AssetCollection) -> Flow
    ) throws(PhotoError) {}

    func cameraRoll(call: BackendCall) throws(PhotoError) -> AssetCollection {
        AssetCollection(localIdentifier: "roll", title: "Roll", type: .smartAlbum)
    }

    func collection(_ localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetCollection {
        try cameraRoll(call: call)
    }

    func keyAssets(of collection: String, mediaTypes: MediaTypes, call: BackendCall) throws(PhotoError) -> [Asset] {
        []
    }

    func fetch(_ scope: FetchScope, options: FetchOptions, call: BackendCall) throws(PhotoError) -> ShelfFetch {
        if let album = shelf.state.withLock({ $0.lostAlbum }), scope == .collection(album) {
            throw .notFound("no album \(album)")
        }
        let isFailing = shelf.state.withLock { state -> Bool in
            guard state.failingFetches > 0 else { return false }
            state.failingFetches -= 1
            return true
        }
        if isFailing { throw PhotoError(.busy, "the disk is away") }
        let listing = shelf.listing(options.mediaTypes)
        guard case .identifiers(let wanted) = scope else { return ShelfFetch(listing, shelf) }
        return ShelfFetch(wanted.compactMap { id in listing.first { $0.localIdentifier == id } }, shelf)
    }

    func search(
        _ text: String, _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> ShelfFetch {
        ShelfFetch(shelf.listing(options.mediaTypes).filter { $0.filename.contains(text) }, shelf)
    }

    func details(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetDetails {
        throw .notFound("no asset \(localIdentifier)")
    }

    func requestImage(
        of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow
    ) throws(PhotoError) {
        throw .notFound("no asset \(localIdentifier)")
    }

    func read(_ request: ReadRequest, call: BackendCall) throws(PhotoError) -> [UInt8] { throw .notFound("no asset") }

    func refreshIndex(_ mode: IndexMode, call: BackendCall) throws(PhotoError) -> IndexReport {
        var report = IndexReport()
        report.files = shelf.listing().count
        report.filesRead = mode == .rebuild ? report.files : 0
        report.folders = 1
        report.assets = report.files
        for file in 0..<report.files { call.report(file + 1, of: report.files) }
        shelf.log.add("refresh")
        if shelf.state.withLock({ $0.isSilent }) { try waitForEnd(of: call) }
        return report
    }

    func observe(call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError) {
        var reported = shelf.state.withLock { $0.steps.count }
        if !namesChanges, emit(.reload) == .stop { return }
        shelf.log.add("observe")
        defer {
            let delay = shelf.state.withLock(\.endOfObserving)
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(delay))
        }
        while true {
            try call.check()
            let (steps, isSilent) = shelf.state.withLock { ($0.steps, $0.isSilent) }
            if steps.count > reported, !isSilent {
                for (number, step) in steps.enumerated().dropFirst(reported) {
                    var change = namesChanges ? step : .reload
                    if namesChanges { change.token = Array(String(number + 1).utf8) }
                    if emit(change) == .stop { return }
                }
                reported = steps.count
            }
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
        }
    }

    func changes(since token: [UInt8]?, call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError) {
        guard namesChanges else { throw .unsupported("no record") }
        let (steps, oldest) = shelf.state.withLock { ($0.steps, $0.oldestToken) }
        guard let token else {
            _ = emit(.current(Array(String(steps.count).utf8)))
            return
        }
        guard let start = Int(String(decoding: token, as: UTF8.self)) else { throw .invalidArgument("not a token") }
        guard start >= oldest else { throw .notFound("too old") }
        for (number, step) in steps.enumerated().dropFirst(start) {
            var change = step
            change.token = Array(String(number + 1).utf8)
            if emit(change) == .stop { return }
        }
    }
}

final class ShelfFetch: BackendFetch {
    private let assets: [Asset]
    private let shelf: PhotoShelf

    init(_ assets: [Asset], _ shelf: PhotoShelf) {
        self.assets = assets
        self.shelf = shelf
    }

    func count(call: BackendCall) throws(PhotoError) -> Int { assets.count }

    func window(offset: Int, length: Int, call: BackendCall, emit: (Asset) -> Flow) throws(PhotoError) {
        shelf.state.withLock { $0.windowCalls += 1 }
        for asset in assets.dropFirst(offset).prefix(length) where emit(asset) == .stop { return }
    }

    func index(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> Int {
        shelf.state.withLock { $0.indexCalls += 1 }
        guard let index = assets.firstIndex(where: { $0.localIdentifier == localIdentifier }) else {
            throw .notFound("not in this result")
        }
        return index
    }
}
