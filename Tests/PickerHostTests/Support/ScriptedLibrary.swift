import BackendKit
import Dispatch
import PhotoModel
import Platform

/// A library that answers from its script, and writes down what it was asked.
final class ScriptedLibrary<Kind: ScriptedKind>: DayCountingLibrary {
    let script: LibraryScript
    private let isClosed = Atomic(false)

    init(_ script: LibraryScript) { self.script = script }

    func note(_ event: String) {
        script.log.add(isClosed.load(ordering: .sequentiallyConsistent) ? "\(event) AFTER CLOSE" : event)
    }

    func authorizationStatus(call: BackendCall) -> AuthorizationStatus { script.answer(\.authorization) }

    func collections(
        under parent: String?, types: CollectionTypes, call: BackendCall, emit: (AssetCollection) -> Flow
    ) throws(PhotoError) {
        note("collections")
        script.heard.withLock { heard in
            heard.parents.append(parent)
            heard.collectionTypes.append(types)
        }
        for collection in script.answer(\.collections) where emit(collection) == .stop { return }
    }

    func cameraRoll(call: BackendCall) throws(PhotoError) -> AssetCollection {
        guard let first = script.answer(\.collections).first else { throw .notFound("no camera roll") }
        return first
    }

    func collection(_ localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetCollection {
        let isMistaken = script.answer(\.mistakesIdentifiers)
        let found = script.answer(\.collections).first { isMistaken || $0.localIdentifier == localIdentifier }
        guard let found else {
            throw .notFound("no album \(localIdentifier)")
        }
        return found
    }

    func keyAssets(of collection: String, mediaTypes: MediaTypes, call: BackendCall) throws(PhotoError) -> [Asset] {
        script.answer(\.assets)
    }

    func fetch(_ scope: FetchScope, options: FetchOptions, call: BackendCall) throws(PhotoError) -> ScriptedFetch {
        note("fetch")
        script.heard.withLock { $0.fetches.append((scope, options)) }
        script.answer(\.onFetch)()
        let assets = script.answer(\.assets).filter { options.mediaTypes.contains($0.mediaType) }
        return ScriptedFetch(script.answer(\.mistakesIdentifiers) ? assets : scope.selects(assets), script)
    }

    func details(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetDetails {
        let isMistaken = script.answer(\.mistakesIdentifiers)
        let found = script.answer(\.details).first { isMistaken || $0.asset.localIdentifier == localIdentifier }
        guard let found else {
            throw .notFound("no asset \(localIdentifier)")
        }
        return found
    }

    func requestImage(
        of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow
    ) throws(PhotoError) {
        script.heard.withLock { heard in
            heard.imageOptions.append(options)
            heard.imagesOf.append(localIdentifier)
        }
        note("image \(localIdentifier)")
        defer { note("image \(localIdentifier) ended") }
        try script.answer(\.image)(localIdentifier, options, call, deliver)
    }

    func read(_ request: ReadRequest, call: BackendCall) throws(PhotoError) -> [UInt8] {
        script.heard.withLock { $0.reads.append(request) }
        if let version = request.contentTag, version != 1 { throw .changed("another version") }
        return Array(script.answer(\.bytes).dropFirst(Int(clamping: request.offset)).prefix(request.count))
    }

    func observe(call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError) {
        note("observe")
        defer { note("observe ended") }
        script.answer(\.onObserve)()
        while true {
            try call.check()
            if let failure = script.answer(\.observing) { throw failure }
            let changes = script.pendingChanges.withLock { pending in
                defer { pending = [] }
                return pending
            }
            for change in changes where emit(change) == .stop { return }
            // A backend waits for the system's word here; polling stands for it.
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
        }
    }

    func diagnostics(call: BackendCall, emit: (Diagnostic) -> Flow) throws(PhotoError) {
        for diagnostic in script.answer(\.diagnostics) where emit(diagnostic) == .stop { return }
    }

    func close() { isClosed.store(true, ordering: .sequentiallyConsistent) }
}

final class ScriptedFetch: DayCountingFetch {
    private let assets: [Asset]
    private let script: LibraryScript

    init(_ assets: [Asset], _ script: LibraryScript) {
        self.assets = assets
        self.script = script
    }

    deinit { script.log.add("fetch released") }

    private let isRead = Atomic(false)

    func count(call: BackendCall) throws(PhotoError) -> Int {
        guard !script.answer(\.countsLate) || isRead.load(ordering: .relaxed) else {
            throw PhotoError(.notYet, "the end was not read yet")
        }
        return script.answer(\.saidLength) ?? assets.count
    }

    func window(offset: Int, length: Int, call: BackendCall, emit: (Asset) -> Flow) throws(PhotoError) {
        if assets.count - offset < length, !script.answer(\.isEndless) { isRead.store(true, ordering: .relaxed) }
        script.log.add("window \(offset)+\(length)")
        let offset = script.answer(\.isEndless) ? 0 : offset
        for asset in assets.dropFirst(offset).prefix(length) where emit(asset) == .stop { return }
    }

    func days(call: BackendCall, emit: (DayCount) -> Flow) throws(PhotoError) {
        guard let days = script.answer(\.days) else { throw .unsupported("only reading tells") }
        for day in days where emit(day) == .stop { return }
    }

    func index(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> Int {
        guard let index = assets.firstIndex(where: { $0.localIdentifier == localIdentifier }) else {
            throw .notFound("not in this result")
        }
        return script.answer(\.saidLength) ?? index
    }
}

extension FetchScope {
    fileprivate func selects(_ assets: [Asset]) -> [Asset] {
        switch self {
        case .all, .collection: assets
        case .identifiers(let wanted): wanted.compactMap { id in assets.first { $0.localIdentifier == id } }
        case .paths(let wanted): wanted.compactMap { path in assets.first { $0.path == path } }
        }
    }
}

/// Waits in a backend's thread until the call is to end.
func waitForEnd(of call: BackendCall) throws(PhotoError) -> Never {
    while true {
        try call.check()
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
    }
}
