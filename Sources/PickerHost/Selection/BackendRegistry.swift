internal import BackendAPI
public import PhotoModel
internal import Platform

/// The plugins of a search path: finds them, tries them, and chooses one.
public struct BackendRegistry: Sendable {
    /// Where plugins are looked for.
    public let searchPath: BackendSearchPath
    /// The conformance reports that plugins need; nil when they need none.
    public let requiredReports: RequiredReports?
    /// Where the chosen plugins run.
    public let isolation: BackendIsolation
    private let probe: ProbeProcess?
    /// Where trials are kept from one process to the next; nil when they are not kept.
    private let kept: KeptTrials?
    private let loader: BackendLoader

    /// - Parameters:
    ///   - isolation: where the chosen plugins run.
    ///   - probe: tries plugins in a child process; nil tries them where they are to run.
    ///   - kept: trials of earlier processes, which are used when a plugin is chosen; nil: every plugin is tried.
    ///   - reports: the conformance reports without which no plugin is used and none of its code is run; nil: none is needed.
    public init(
        searchPath: BackendSearchPath = .standard(), probe: ProbeProcess? = .standard, keeping kept: KeptTrials? = nil,
        requiring reports: RequiredReports? = nil, isolation: BackendIsolation = .inProcess
    ) {
        self.init(
            searchPath: searchPath, probe: probe, keeping: kept, loader: .shared, requiring: reports,
            isolation: isolation)
    }

    init(
        searchPath: BackendSearchPath, probe: ProbeProcess?, keeping kept: KeptTrials? = nil, loader: BackendLoader,
        requiring reports: RequiredReports? = nil, isolation: BackendIsolation = .inProcess
    ) {
        self.kept = kept
        self.isolation = isolation
        self.searchPath = searchPath
        requiredReports = reports
        self.probe = probe
        self.loader = loader
    }

    /// Tries all plugins that are found, and lists them in the order in which `auto` would choose them, unusable ones last.
    public func listings() -> [BackendListing] {
        let discovery = BackendDiscovery(searchPath)
        var trials = BackendTrials(discovery.candidates) { trial(of: $0) }
        let tried = trials.listings()
        let rejected = discovery.rejected.map {
            BackendListing(
                path: $0.path, manifestPath: nil, description: nil, folder: nil, verdict: .unusable($0.error),
                notes: [])
        }
        return tried.filter(\.isUsable) + tried.filter { !$0.isUsable } + rejected
    }

    /// The backend that `choice` means for a library; `auto` is the best one that opens its location.
    ///
    /// - Throws: `PhotoError` that says for each plugin why it was not chosen.
    func select(_ choice: BackendChoice, for location: LibraryLocation) throws(PhotoError) -> LoadedBackend {
        let backend: LoadedBackend
        switch choice {
        case .path(let path):
            backend = try load(path: path, after: try keptOrNew(ofPath: path))
        case .auto:
            return try first(wanted: location.wanted) { $0.map { location.isOpened(by: $0) } ?? true }
        case .id(let id): backend = try first(wanted: "backend \"\(id)\"") { $0?.id == id }
        }
        guard location.isOpened(by: backend.info) else {
            throw PhotoError(
                .invalidArgument,
                "\(location.text): the backend \(backend.info.id) does not open it, but \(backend.info.opens)")
        }
        return backend
    }

    /// What the backend says about itself that `auto` would choose for a location, without loading it into this process; nil
    /// when there is none.
    public func description(ofBackendFor location: LibraryLocation) -> BackendInfo? {
        listing(ofBackendFor: location)?.description
    }

    /// The path of the program that brings photos into the library at an address, which belongs to the backend that opens the
    /// address; nil when that has none, or when there is no such backend.
    public func ingestProgram(for location: LibraryLocation) -> String? {
        let usable = listing(ofBackendFor: location)
        return BackendDiscovery(searchPath).candidates.first { $0.path == usable?.path }?.ingestPath
    }

    private func listing(ofBackendFor location: LibraryLocation) -> BackendListing? {
        listings().first { listing in
            listing.isUsable && listing.description.map { location.isOpened(by: $0) } == true
        }
    }

    /// The first by priority that can run, of those whose description is wanted.
    private func first(
        wanted: String, where isWanted: (BackendInfo?) -> Bool
    ) throws(PhotoError) -> LoadedBackend {
        let discovery = BackendDiscovery(searchPath)
        var made: [String: Trial] = [:]
        var trials = BackendTrials(discovery.candidates) { candidate in
            trial(of: candidate) { (path) throws(PhotoError) in
                let trial = try keptOrNew(ofPath: path)
                made[path] = trial
                return trial.report
            }
        }
        var reasons: [String] = []
        var passed: Set<Int> = []
        while let index = trials.next(after: passed, where: isWanted) {
            passed.insert(index)
            let listing = trials.listing(of: index)
            switch listing.verdict {
            case .shadowed: continue
            case .unusable(let error): reasons.append(error.message)
            // Its manifest says otherwise, and what it says itself holds (R3.2).
            case .usable where !isWanted(listing.description):
                reasons.append("\(listing.path): it opens something else than its manifest says")
            case .usable:
                do throws(PhotoError) {
                    return try load(path: listing.path, after: made[listing.path])
                } catch {
                    reasons.append(error.message)
                }
            }
        }
        throw noneUsable(wanted, reasons + discovery.rejected.map(\.error.message))
    }

    private func noneUsable(_ wanted: String, _ reasons: [String]) -> PhotoError {
        let places = searchPath.folders.map(\.path).joined(separator: ", ")
        let reason = reasons.isEmpty ? "none was found in \(places)" : reasons.joined(separator: "; ")
        return PhotoError(.unsupported, "no usable \(wanted): \(reason); see picker doctor")
    }

    /// A trial of a plugin, which is kept when the plugin was loaded.
    private struct Trial {
        let report: ProbeReport
        var kept: KeptTrials.Kept?
    }

    private func load(path: String, after trial: Trial?) throws(PhotoError) -> LoadedBackend {
        _ = try trial?.report.result()
        guard let kept, let known = trial?.kept else { return try load(path: path) }
        return try kept.loading(known) { () throws(PhotoError) in try load(path: path) }
    }

    /// A plugin that was tried, in the place where it is to run.
    private func load(path: String) throws(PhotoError) -> LoadedBackend {
        let path = (try? canonicalPath(path)) ?? path
        // Again: another file may have taken its place while it was tried, which takes seconds.
        let copy = try loader.linked[path] == nil ? requiredReports?.check(path) : nil
        guard case .worker = isolation, loader.linked[path] == nil else {
            let backend = try load(path, copy)
            // It was tried in another process, if not at another time. Workers see to that themselves.
            try backend.probe()
            return backend
        }
        guard exists(path) else { throw PhotoError(.notFound, "\(path): no such plugin file") }
        return try loadInPlace(path, copy)
    }

    /// Where it is to run: of a plugin that is to run in a worker no code runs in this process, not even to try it.
    private func loadInPlace(_ path: String, _ copy: PluginCopy?) throws(PhotoError) -> LoadedBackend {
        guard case .worker(let workers) = isolation else { return try load(path, copy) }
        return try LoadedBackend(path: path, copy, in: try workers.program())
    }

    private func load(_ path: String, _ copy: PluginCopy?) throws(PhotoError) -> LoadedBackend {
        guard let copy else { return try loader.load(path: path) }
        return try loader.load(copy, of: path)
    }

    // MARK: Trying

    private func trial(of candidate: BackendCandidate) -> ProbeReport {
        trial(of: candidate) { (path) throws(PhotoError) in try trial(ofPath: path) }
    }

    private func trial(
        of candidate: BackendCandidate, tryOut: (String) throws(PhotoError) -> ProbeReport
    ) -> ProbeReport {
        do throws(PhotoError) {
            try checkABI(of: candidate)
            var report = try tryOut(candidate.path)
            report.check(against: candidate)
            return report
        } catch {
            return ProbeReport(error: error)
        }
    }

    /// Tries a plugin without risk to this process, unless that was done before.
    private func keptOrNew(ofPath path: String) throws(PhotoError) -> Trial {
        guard let kept, let probe = probeHere, loader.linked[path] == nil else {
            return Trial(report: try trial(ofPath: path))
        }
        if let known = kept.report(of: path, probe) {
            _ = try requiredReports?.check(path)
            var report = known.report
            // It may have been kept by a process that runs it in a worker.
            if case .inProcess = isolation { report.checkRuntime(of: path) }
            return Trial(report: report, kept: known)
        }
        let place = kept.place(of: path, probe)
        let report = try trial(ofPath: path)
        return Trial(report: report, kept: kept.new(report, at: place))
    }

    /// Tries a plugin without risk to this process.
    private func trial(ofPath path: String) throws(PhotoError) -> ProbeReport {
        if let backend = loader.linked[path] { return ProbeReport { () throws(PhotoError) in backend } }
        guard exists(path) else { throw PhotoError(.notFound, "\(path): no such plugin file") }
        // The dynamic linker waits for a pipe, in this process for ever.
        guard (try? FileStatus(path: path).kind) == .file else {
            throw PhotoError(.unsupported, "\(path): not a file; a backend is a shared library")
        }
        let canonical = (try? canonicalPath(path)) ?? path
        let copy = try requiredReports?.check(canonical)
        var report =
            if let probe = probeHere {
                try probe.run(plugin: canonical, copy)
            } else {
                ProbeReport { () throws(PhotoError) in try loadInPlace(canonical, copy) }
            }
        if case .inProcess = isolation { report.checkRuntime(of: path) }
        return report
    }

    /// What tries plugins, as they are to run.
    private var probeHere: ProbeProcess? {
        guard var probe, case .worker(let workers) = isolation else { return probe }
        probe.isConfined = !workers.permitsUnconfined
        return probe
    }

    /// A manifest says that a plugin speaks another ABI without running it.
    private func checkABI(of candidate: BackendCandidate) throws(PhotoError) {
        guard let declared = candidate.declaredABI, !declared.contains(PICKER_ABI_VERSION) else { return }
        let versions = declared.map(String.init).joined(separator: ", ")
        throw PhotoError(
            .unsupported, "\(candidate.path): it speaks ABI \(versions), this host \(PICKER_ABI_VERSION)")
    }
}

extension ProbeReport {
    /// A plugin whose id is not its manifest's cannot be chosen by it.
    fileprivate mutating func check(against candidate: BackendCandidate) {
        guard status == nil, let declared = candidate.declared, let description, declared.id != description.id else {
            return
        }
        refuse(
            .invalidArgument,
            "\(candidate.path): its manifest calls it \"\(declared.id)\", it calls itself \"\(description.id)\"")
    }

    /// A runtime that handles signals, such as Go's, would take them from this program (R15.7).
    fileprivate mutating func checkRuntime(of path: String) {
        guard status == nil, description?.runtime.contains(.signalHandlers) == true else { return }
        refuse(
            .unsupported,
            "\(path): it brings along a runtime that handles signals, and runs in a worker alone: --isolation worker")
    }

    private mutating func refuse(_ status: PhotoStatus, _ message: String) {
        self.status = status.rawValue
        self.message = message
    }
}

extension LibraryLocation {
    /// What opens it, for messages.
    fileprivate var wanted: String {
        switch self {
        case .folder: "backend"
        case .address(_, let scheme): "backend for \(scheme)"
        }
    }
}

extension BackendInfo {
    /// What it opens, for messages.
    fileprivate var opens: String {
        schemes.isEmpty ? "folders" : schemes.map { "\($0)://…" }.joined(separator: " and ")
    }
}
