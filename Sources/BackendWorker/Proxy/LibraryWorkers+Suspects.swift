internal import ABIMemory
internal import BackendAPI
internal import Platform

// If a worker ends with calls in it, any of them may be the reason. Each that is about one asset is repeated in a
// worker without other calls. If that one ends, too, it costs no other call, and it is known that this asset is the
// reason.

extension LibraryWorkers {
    /// Makes the second and last attempt of a call about one asset.
    func repeatAlone(_ call: HostCall, _ message: [UInt8], asset: [UInt8]) -> Outcome {
        state.withLock { $0.repetitions += 1 }
        defer { releaseAlone() }
        return repeating(call) { attemptAlone(call, message, asset: asset) }
    }

    private func attemptAlone(_ call: HostCall, _ message: [UInt8], asset: [UInt8]) -> Outcome {
        let session: WorkerSession
        do throws(WorkerFailure) {
            let (found, opened) = try aloneSession(call)
            guard let found else { return Outcome(status: opened) }
            session = found
        } catch let loss {
            // A worker that could not be started, or ended before it got the call, says nothing about the asset.
            state.withLock { $0.alone = nil }
            return ended(call, loss)
        }
        do throws(WorkerFailure) {
            let status = try session.perform(call, message, host: backend.host) { [self] in isShutDown }
            return Outcome(status: status, session: session)
        } catch let loss {
            state.withLock { $0.alone = nil }
            if !isShutDown, !loss.end.isFromOutside {
                note(asset, loss, endings: RefusedAssets.endingLimit)
            }
            return ended(call, loss)
        }
    }

    /// The worker for repeated calls.
    private func aloneSession(_ call: HostCall) throws(WorkerFailure) -> (WorkerSession?, picker_status) {
        if let session = state.withLock({ $0.alone }), session.ending == nil { return (session, PICKER_OK) }
        let (session, status) = try start(HostCall(.backendOpenLibrary, call.call, call.error))
        state.withLock { $0.alone = session }
        return (session, status)
    }

    /// Ends a repeated call. After the last one, its worker becomes the library's, or ends.
    private func releaseAlone() {
        let surplus: WorkerSession? = state.withLock { state in
            state.repetitions -= 1
            guard state.repetitions == 0, let session = state.alone else { return nil }
            state.alone = nil
            guard session.ending == nil else { return nil }
            if !state.isShutDown, !state.isStarting, state.session.map({ $0.ending != nil }) ?? true {
                state.session = session
                state.restarts.started()
                state.restarts.served()
                return nil
            }
            return session
        }
        surplus?.end()
        state.wakeAll()
    }

    // MARK: Assets that end workers

    /// Notes that an asset ended a worker.
    ///
    /// - Parameter endings: how many workers it ended just now.
    func note(_ asset: [UInt8], _ loss: WorkerFailure, endings: Int) {
        var version: UInt64?
        if case .known(let known) = contentVersion(of: asset) { version = known }
        let words = backend.message(of: loss)
        // Other calls about the asset fail, but were not cancelled.
        let status = loss.status == PICKER_CANCELLED ? PICKER_INTERNAL : loss.status
        state.withLock { state in
            state.refused.note(
                asset, version: version, endings: endings, status: status, words: words, at: MonotonicTime.now)
        }
    }

    /// Refuses a call about an asset that ends workers, as long as the asset's content is unchanged.
    func refusal(of call: HostCall) -> Outcome? {
        guard let asset = call.asset,
            let entry = state.withLock({ $0.refused.refusal(of: asset, at: MonotonicTime.now) })
        else { return nil }
        let isOther =
            switch contentVersion(of: asset) {
            case .known(let version): entry.version.map { $0 != version } ?? false
            // The plugin says that it does not exist any more.
            case .noAsset: true
            case .unknown: false
            }
        if isOther {
            state.withLock { $0.refused.forget(asset) }
            return nil
        }
        WorkerCounts.ofProcess.refused()
        let words = "\(entry.words) more than once with it: it is not tried again before it has changed"
        return Outcome(status: call.fail(entry.status, words))
    }

    private enum ContentVersion {
        /// A value that changes with the content of the asset.
        case known(UInt64)
        case noAsset
        /// It cannot be asked for now.
        case unknown
    }

    private func contentVersion(of asset: [UInt8]) -> ContentVersion {
        asset.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                var identifier = picker_string(data: characters.baseAddress, length: UInt64(characters.count))
                return withUnsafePointer(to: &identifier) { identifier in
                    var request = picker_fetch_request()
                    request.struct_size = structSize(of: picker_fetch_request.self)
                    request.scope = UInt32(PICKER_SCOPE_IDENTIFIERS)
                    (request.identifiers, request.identifier_count) = (identifier, 1)
                    return withUnsafePointer(to: &request) { request in withOwnCall { firstVersion(request, $0, $1) } }
                }
            }
        }
    }

    /// The most milliseconds that asking for a version may take.
    private static let versionPatience: UInt64 = 5000

    /// Calls `body` with a `picker_call` of its own, because that of the request may have been cancelled.
    private func withOwnCall<Result>(
        _ body: (UnsafePointer<picker_call>, UnsafeMutablePointer<picker_error>) -> Result
    ) -> Result {
        var deadline = MonotonicTime.now + Self.versionPatience * 1_000_000
        var error = picker_error()
        error.struct_size = structSize(of: picker_error.self)
        return withUnsafeMutablePointer(to: &deadline) { moment in
            var call = picker_call()
            call.struct_size = structSize(of: picker_call.self)
            call.deadline = moment.pointee
            call.context = UnsafeMutableRawPointer(moment)
            call.check = { context in
                let moment = context?.load(as: UInt64.self) ?? 0
                return MonotonicTime.now < moment ? PICKER_OK : PICKER_DEADLINE
            }
            return body(&call, &error)
        }
    }

    /// The number of a fetch in the worker.
    private final class Fetch { var handle: UInt64 = 0 }

    private func firstVersion(
        _ request: UnsafePointer<picker_fetch_request>, _ call: UnsafePointer<picker_call>,
        _ error: UnsafeMutablePointer<picker_error>
    ) -> ContentVersion {
        let fetch = Fetch()
        var fetching = HostCall.libraryFetch(request, call, error)
        fetching.values = { status, reader throws(WireError) in
            guard status == PICKER_OK else { return }
            _ = try TableShape(&reader)
            fetch.handle = try reader.integer()
        }
        guard let outcome = try? attempt(fetching), outcome.status == PICKER_OK, let session = outcome.session else {
            return .unknown
        }
        var version: UInt64?
        var listing = HostCall.fetchWindow(0, 1, call, error)
        listing.handle = fetch.handle
        listing.receive(atMost: 1) { (asset: UnsafePointer<picker_asset>) in
            version = boundedCopy(of: asset, into: picker_asset()).version_token
            return PICKER_CONTINUE
        }
        var releasing = HostCall.fetchRelease()
        releasing.handle = fetch.handle
        let statuses = [listing, releasing].map { call -> picker_status? in
            guard let message = try? call.message() else { return nil }
            return try? session.perform(call, message, host: backend.host) { [self] in isShutDown }
        }
        return version.map { .known($0) } ?? (statuses[0] == PICKER_OK ? .noAsset : .unknown)
    }
}
