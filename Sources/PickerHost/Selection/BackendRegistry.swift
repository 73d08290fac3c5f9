internal import PhotoModel

/// The plugins of a search path: finds them, tries them, and chooses one.
public struct BackendRegistry: Sendable {
    public let searchPath: BackendSearchPath
    private let probe: ProbeProcess?

    /// - Parameter probe: tries plugins in a child process; nil tries them in this one.
    public init(searchPath: BackendSearchPath = .standard(), probe: ProbeProcess? = .standard) {
        self.searchPath = searchPath
        self.probe = probe
    }

    /// Every plugin that was found, tried, in the order in which `auto` would take them; unusable ones last.
    public func listings() -> [BackendListing] {
        let discovery = BackendDiscovery(searchPath)
        let tried = resolveDuplicates(discovery.candidates.map { listing(of: $0) })
        let rejected = discovery.rejected.map {
            BackendListing(
                path: $0.path, manifestPath: nil, description: nil, folder: nil, verdict: .unusable($0.error))
        }
        return sorted(tried) + rejected
    }

    /// The backend that `choice` means.
    ///
    /// - Throws: `PhotoError` that says for each plugin why it was not taken.
    func select(_ choice: BackendChoice) throws(PhotoError) -> LoadedBackend {
        switch choice {
        case .path(let path):
            _ = try trial(of: path)
            return try BackendLoader.shared.load(path: path)
        case .auto: return try first(of: candidates(), wanted: "backend")
        case .id(let id): return try first(of: candidates().filter { $0.id == id }, wanted: "backend \"\(id)\"")
        }
    }

    // MARK: Choosing

    /// A candidate of which the id and the priority are known.
    private struct Known {
        let path: String
        let id: String
        let priority: Int32
        let candidate: BackendCandidate
        let error: PhotoError?
    }

    /// Candidates by priority, ties by the order of the search path. Manifests spare running code for this.
    private func candidates() -> [Known] {
        var known: [Known] = []
        for candidate in BackendDiscovery(searchPath).candidates {
            if let declared = candidate.declared {
                known.append(
                    Known(
                        path: candidate.path, id: declared.id, priority: declared.priority, candidate: candidate,
                        error: nil))
                continue
            }
            do throws(PhotoError) {
                let description = try trial(of: candidate.path)
                known.append(
                    Known(
                        path: candidate.path, id: description.id, priority: description.priority,
                        candidate: candidate, error: nil))
            } catch {
                known.append(
                    Known(path: candidate.path, id: "", priority: .min, candidate: candidate, error: error))
            }
        }
        return known.enumerated()
            .sorted { ($0.element.priority, $1.offset) > ($1.element.priority, $0.offset) }
            .map(\.element)
    }

    private func first(of candidates: [Known], wanted: String) throws(PhotoError) -> LoadedBackend {
        var reasons: [String] = []
        for candidate in candidates {
            do throws(PhotoError) {
                if let error = candidate.error { throw error }
                try check(try trial(of: candidate.path), against: candidate.candidate)
                return try BackendLoader.shared.load(path: candidate.path)
            } catch {
                reasons.append(error.message)
            }
        }
        let places = searchPath.folders.map(\.path).joined(separator: ", ")
        let reason = reasons.isEmpty ? "none was found in \(places)" : reasons.joined(separator: "; ")
        throw PhotoError(.unsupported, "no usable \(wanted): \(reason); see picker doctor")
    }

    // MARK: Trying

    /// Tries a plugin without risk to this process.
    private func trial(of path: String) throws(PhotoError) -> BackendDescription {
        guard FileIdentity(path: path) != nil else { throw PhotoError(.notFound, "\(path): no such plugin file") }
        if let probe { return try probe.run(plugin: canonicalPath(path) ?? path) }
        let backend = try BackendLoader.shared.load(path: path)
        try backend.probe()
        return backend.description
    }

    private func listing(of candidate: BackendCandidate) -> BackendListing {
        do throws(PhotoError) {
            let description = try trial(of: candidate.path)
            try check(description, against: candidate)
            return BackendListing(
                path: candidate.path, manifestPath: candidate.manifestPath, description: description,
                folder: candidate.folder, verdict: .usable)
        } catch {
            return BackendListing(
                path: candidate.path, manifestPath: candidate.manifestPath, description: candidate.declared,
                folder: candidate.folder, verdict: .unusable(error))
        }
    }

    private func check(_ description: BackendDescription, against candidate: BackendCandidate) throws(PhotoError) {
        guard let declared = candidate.declared, declared.id != description.id else { return }
        throw PhotoError(
            .invalidArgument,
            "\(candidate.path): its manifest calls it \"\(declared.id)\", it calls itself \"\(description.id)\"")
    }

    /// The first of several plugins with one id is the one that counts.
    private func resolveDuplicates(_ listings: [BackendListing]) -> [BackendListing] {
        var owners: [String: String] = [:]
        return listings.map { listing in
            guard listing.isUsable, let id = listing.description?.id else { return listing }
            guard let owner = owners[id] else {
                owners[id] = listing.path
                return listing
            }
            return BackendListing(
                path: listing.path, manifestPath: listing.manifestPath, description: listing.description,
                folder: listing.folder, verdict: .shadowed(by: owner))
        }
    }

    private func sorted(_ listings: [BackendListing]) -> [BackendListing] {
        func rank(_ listing: BackendListing) -> Int64 {
            let priority = Int64(listing.description?.priority ?? .min)
            return listing.isUsable ? priority + (1 << 40) : priority
        }
        return listings.enumerated()
            .sorted { (rank($0.element), $1.offset) > (rank($1.element), $0.offset) }
            .map(\.element)
    }
}
