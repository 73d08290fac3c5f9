internal import PhotoModel

/// One act of picking: an ordered selection under a configuration, until it is picked, cancelled or expires.
///
/// A value without clock, storage or network: the owner of the value decides who may act on it, and when its time is
/// over. An action that is refused throws and leaves the session as it was.
public struct PickingSession: Hashable, Sendable {
    /// The state of a session. Only `pending` can change, and it changes once.
    public enum State: String, Sendable, CaseIterable {
        /// It waits for Done or Cancel.
        case pending
        /// It ended with Done.
        case picked
        /// It ended with Cancel, or because the program was interrupted.
        case cancelled
        /// Its time ended first.
        case expired
    }

    /// What an action did to the assets of the selection, in order. Runs are not included.
    public struct Change: Equatable, Sendable {
        /// Local identifiers that were added, in the order of picking.
        public let selected: [String]
        /// Local identifiers that were removed.
        public let deselected: [String]

        /// A change with these local identifiers; none by default.
        public init(selected: [String] = [], deselected: [String] = []) {
            self.selected = selected
            self.deselected = deselected
        }

        /// Whether the selection is what it was before.
        public var isEmpty: Bool { selected.isEmpty && deselected.isEmpty }
    }

    /// What may be picked, and how many.
    public let configuration: PickingConfiguration
    /// Whether the session still waits, or how it ended.
    public private(set) var state = State.pending
    /// In the order of picking.
    public private(set) var selection = AssetSelection()

    /// A pending session with nothing selected.
    public init(configuration: PickingConfiguration = .unrestricted) { self.configuration = configuration }

    /// A session that was stored.
    public init(restoring selection: AssetSelection, state: State, configuration: PickingConfiguration) {
        self.configuration = configuration
        self.state = state
        self.selection = selection
    }

    /// The sum of the file sizes of the selection. Saturates instead of overflowing.
    public var byteTotal: UInt64 { selection.byteTotal }

    /// The identifiers of the assets that were selected one by one, in the order of picking.
    public var localIdentifiers: [String] { selection.localIdentifiers }

    /// How many more assets can be selected; nil is without limit.
    public var room: Int? { configuration.selectionLimit.map { $0 - selection.count } }
}

// Selecting
extension PickingSession {
    /// Adds an asset at the end. If it is already selected, nothing changes.
    @discardableResult
    public mutating func select(_ asset: PickedAsset) throws(PickingSessionError) -> Change {
        try requirePending()
        try check(.asset(asset))
        guard !selection.contains(asset.localIdentifier) else { return Change() }
        try checkRoom(for: 1)
        selection.append(.asset(asset))
        return Change(selected: [asset.localIdentifier])
    }

    /// Adds a run at the end. If it is already selected, nothing changes.
    public mutating func select(_ run: AssetRun) throws(PickingSessionError) {
        try requirePending()
        try check(.run(run))
        guard !selection.contains(run) else { return }
        try checkRoom(for: run.count)
        selection.append(.run(run))
    }

    /// Removes an asset, which is always possible while pending. If it is not selected, nothing changes.
    @discardableResult
    public mutating func deselect(_ localIdentifier: String) throws(PickingSessionError) -> Change {
        try requirePending()
        guard selection.contains(localIdentifier) else { return Change() }
        selection.remove { if case .asset(let asset) = $0 { asset.localIdentifier == localIdentifier } else { false } }
        return Change(deselected: [localIdentifier])
    }

    /// Removes a run, which is always possible while pending. If it is not selected, nothing changes.
    public mutating func deselect(_ run: AssetRun) throws(PickingSessionError) {
        try requirePending()
        guard selection.contains(run) else { return }
        selection.remove { $0 == .run(run) }
    }

    /// Makes these assets the selection, in this order. An asset that occurs twice counts once, at its first place.
    @discardableResult
    public mutating func replaceSelection(with assets: [PickedAsset]) throws(PickingSessionError) -> Change {
        try replaceSelection(withParts: assets.map { .asset($0) })
    }

    /// Makes these parts the selection, in this order. A part that occurs twice counts once, at its first place.
    @discardableResult
    public mutating func replaceSelection(withParts parts: [AssetSelection.Part]) throws(PickingSessionError) -> Change
    {
        try requirePending()
        for part in parts { try check(part) }
        let wanted = AssetSelection(parts)
        if let limit = configuration.selectionLimit, wanted.count > limit { throw .overLimit(limit: limit) }
        let change = Change(
            selected: wanted.localIdentifiers.filter { !selection.contains($0) },
            deselected: localIdentifiers.filter { !wanted.contains($0) }
        )
        selection = wanted
        return change
    }

    private func check(_ part: AssetSelection.Part) throws(PickingSessionError) {
        let filter = configuration.mediaFilter
        switch part {
        case .asset(let asset):
            guard filter.allows(asset.mediaType) else {
                throw .mediaTypeNotAllowed(localIdentifier: asset.localIdentifier, filter: filter)
            }
        case .run(let run):
            guard configuration.allowsWholeAlbums || !run.isWholeCollection else { throw .wholeAlbumsNotAllowed }
        }
    }

    private func checkRoom(for count: Int) throws(PickingSessionError) {
        if let limit = configuration.selectionLimit, count > limit - selection.count { throw .overLimit(limit: limit) }
    }
}

// Ending
extension PickingSession {
    /// Ends the session with its selection.
    ///
    /// - Returns: the assets that were picked one by one, in order.
    @discardableResult
    public mutating func finish() throws(PickingSessionError) -> [PickedAsset] {
        try requirePending()
        guard selection.count >= configuration.minimum else {
            throw .belowMinimum(minimum: configuration.minimum, selected: selection.count)
        }
        state = .picked
        return selection.assets
    }

    /// Ends the session with the assets of all its parts, including those of runs, in order and each once.
    ///
    /// - Parameter assets: the assets of the whole selection, as the library lists them now.
    @discardableResult
    public mutating func finish(resolved assets: [PickedAsset]) throws(PickingSessionError) -> [PickedAsset] {
        var candidate = self
        try candidate.replaceSelection(with: assets)
        try candidate.finish()
        self = candidate
        return selection.assets
    }

    /// Ends the session without picked assets; the selection is cleared.
    public mutating func cancel() throws(PickingSessionError) {
        try requirePending()
        selection = AssetSelection()
        state = .cancelled
    }

    private func requirePending() throws(PickingSessionError) {
        guard state == .pending else { throw .notPending(state) }
    }
}
