internal import PhotoModel
internal import PickerHost
internal import PickingSessions

/// Finds what a page describes as selected in the current state of the library.
struct SelectionReading {
    let library: PhotoLibrary
    let configuration: PickingConfiguration

    /// A selection as it is stored.
    struct Kept {
        var parts: [AssetSelection.Part] = []
        /// Its runs, each with the index of its part in the request. Runs of which nothing is left are left out.
        var runs: [(place: Int, run: AssetRun)] = []
        /// Identifiers of assets that are not in the library any more.
        var gone: [String] = []
    }

    /// The selection to store while the session continues. Runs stay runs, at the positions where their assets are now.
    /// Assets that are gone are left out, and so are runs whose album is gone.
    func kept(of request: SelectionRequest) async throws -> Kept {
        let known = try await assets(named: request)
        var kept = Kept(gone: Self.missing(from: known, in: request))
        var runs: Set<AssetRun> = []
        for (place, part) in request.parts.enumerated() {
            if let run = try part.run() {
                try check(run)
                guard let current = try await current(run) else { continue }
                kept.parts.append(.run(current))
                // Two runs that have become equal count as one.
                if runs.insert(current).inserted { kept.runs.append((place, current)) }
            } else if let asset = part.asset.flatMap({ known[$0] }) {
                kept.parts.append(.asset(asset))
            }
        }
        return kept
    }

    /// - Returns: nil if nothing of it is left.
    private func current(_ run: AssetRun) async throws -> AssetRun? {
        do {
            return try await reading(run).current()
        } catch let error as PhotoError where error.status == .notFound {
            return nil
        }
    }

    /// All assets of a selection, in order and each once, for Done.
    ///
    /// - Throws: NOT_FOUND for assets that are gone, with all of their identifiers; FAILED_PRECONDITION for a run that
    ///   has changed; a refusal of the session as soon as there are more than it allows.
    func assets(of request: SelectionRequest) async throws -> [PickedAsset] {
        let known = try await assets(named: request)
        let runs = try request.parts.map { try $0.run() }
        let gone = Self.missing(from: known, in: request)
        guard gone.isEmpty else { throw Self.gone(gone) }
        var all: [PickedAsset] = []
        var identifiers: Set<String> = []
        for (part, run) in zip(request.parts, runs) {
            if let run {
                try check(run)
                let new = try await assets(of: run, besides: identifiers)
                identifiers.formUnion(new.map(\.localIdentifier))
                all += new
            } else if let asset = part.asset.flatMap({ known[$0] }) {
                if identifiers.insert(asset.localIdentifier).inserted { all.append(asset) }
            }
        }
        return all
    }

    private static func missing(from known: [String: PickedAsset], in request: SelectionRequest) -> [String] {
        request.parts.compactMap(\.asset).filter { known[$0] == nil }
    }

    /// The error has the identifiers: users know files by their names, which only the page still has.
    private static func gone(_ identifiers: [String]) -> ServerError {
        let message =
            identifiers.count == 1
            ? "a photo that is selected is no longer in the library; deselect it"
            : "\(identifiers.count) photos that are selected are no longer in the library; deselect them"
        var error = ServerError.notFound(message, reason: "ASSET_GONE")
        error.metadata["assets"] = identifiers.joined(separator: ",")
        return error
    }

    private func assets(named request: SelectionRequest) async throws -> [String: PickedAsset] {
        let assets = try await library.assets(withIdentifiers: request.parts.compactMap(\.asset))
        return Dictionary(assets.map { ($0.localIdentifier, PickedAsset($0)) }) { first, _ in first }
    }

    /// Refuses a run that may not be selected, before its list is read.
    private func check(_ run: AssetRun) throws {
        guard configuration.allowsWholeAlbums || !run.isWholeCollection else {
            throw PickingSessionError.wholeAlbumsNotAllowed
        }
    }

    private func reading(_ run: AssetRun) async throws -> RunReading {
        let listing = run.listing
        let mediaTypes = configuration.mediaFilter.types
        let served = library.backend.capabilities
        var narrowing = Narrowing(mediaTypes: mediaTypes)
        try narrowing.narrow(kind: listing.kind, text: listing.text, served: served)
        let result = try await library.fetch(narrowing.request(in: listing.collection, served: served))
        return try await RunReading(run, in: result)
    }

    /// The assets of a run without those that are known, so that what is in several runs counts once against the limit.
    private func assets(of run: AssetRun, besides known: Set<String>) async throws -> [PickedAsset] {
        let reading = try await reading(run)
        guard try await reading.isUnchanged() else {
            throw ServerError.failedPrecondition(
                "photos were added or removed among those that are selected; look at the selection and press Done again",
                reason: "SELECTION_CHANGED")
        }
        var found: [PickedAsset] = []
        try await reading.read { assets in
            found += assets.filter { !known.contains($0.localIdentifier) }.map { PickedAsset($0) }
            // Stop early: a run may be much longer than the session's limit, which may be the largest number there is.
            if let limit = configuration.selectionLimit, known.count + found.count > limit {
                throw PickingSessionError.overLimit(limit: limit)
            }
        }
        return found
    }
}
