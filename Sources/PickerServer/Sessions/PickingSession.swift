internal import PhotoModel

/// One act of picking: an ordered selection under a configuration, until it is picked, cancelled or expires.
///
/// A value without clock, storage or network. Its owner decides when it expires and who may act on it. An
/// action that is refused throws and leaves the session as it was.
public struct PickingSession: Equatable, Sendable {
    /// The state of a session. Only `pending` can change, and it changes once.
    public enum State: String, Sendable, CaseIterable {
        /// It waits for Done or Cancel.
        case pending
        /// It ended with Done.
        case picked
        /// It ended with Cancel, or with an interruption of the program.
        case cancelled
        /// Its time ended first.
        case expired
    }

    /// What an action did to the selection, in the order it did it.
    public struct Change: Equatable, Sendable {
        /// Local identifiers that were added, in the order of picking.
        public let selected: [String]
        /// Local identifiers that were taken out.
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
    /// In the order of picking, each asset once.
    public private(set) var selection: [PickedAsset] = []
    /// The file sizes of the selection, summed. Saturates instead of overflowing.
    public private(set) var byteTotal: UInt64 = 0

    /// A pending session with nothing selected.
    public init(configuration: PickingConfiguration = .unrestricted) {
        self.configuration = configuration
    }

    /// The selected identifiers, in the order of picking.
    public var localIdentifiers: [String] { selection.map(\.localIdentifier) }

    /// How many more can be selected; nil is without limit.
    public var room: Int? { configuration.selectionLimit.map { $0 - selection.count } }

    /// Adds an asset at the end. One that is selected already keeps its place, and nothing changes.
    @discardableResult
    public mutating func select(_ asset: PickedAsset) throws(PickingSessionError) -> Change {
        try requirePending()
        try check(asset)
        guard !contains(asset.localIdentifier) else { return Change() }
        if let limit = configuration.selectionLimit, selection.count >= limit { throw .overLimit(limit: limit) }
        replace(with: selection + [asset])
        return Change(selected: [asset.localIdentifier])
    }

    /// Takes an asset out; always possible while pending. One that is not selected changes nothing.
    @discardableResult
    public mutating func deselect(_ localIdentifier: String) throws(PickingSessionError) -> Change {
        try requirePending()
        guard contains(localIdentifier) else { return Change() }
        replace(with: selection.filter { $0.localIdentifier != localIdentifier })
        return Change(deselected: [localIdentifier])
    }

    /// Makes these assets the selection, in this order. One that is named twice counts once, at its first place.
    @discardableResult
    public mutating func replaceSelection(with assets: [PickedAsset]) throws(PickingSessionError) -> Change {
        try requirePending()
        for asset in assets { try check(asset) }
        var seen: Set<String> = []
        let wanted = assets.filter { seen.insert($0.localIdentifier).inserted }
        if let limit = configuration.selectionLimit, wanted.count > limit { throw .overLimit(limit: limit) }
        let before = Set(localIdentifiers)
        let change = Change(
            selected: wanted.map(\.localIdentifier).filter { !before.contains($0) },
            deselected: localIdentifiers.filter { !seen.contains($0) }
        )
        replace(with: wanted)
        return change
    }

    /// Ends the session with its selection.
    ///
    /// - Returns: what was picked, in order.
    @discardableResult
    public mutating func finish() throws(PickingSessionError) -> [PickedAsset] {
        try requirePending()
        guard selection.count >= configuration.minimum else {
            throw .belowMinimum(minimum: configuration.minimum, selected: selection.count)
        }
        state = .picked
        return selection
    }

    /// Ends the session with nothing picked; the selection is forgotten.
    public mutating func cancel() throws(PickingSessionError) {
        try end(as: .cancelled)
    }

    /// Ends the session because its time is over; the selection is forgotten.
    public mutating func expire() throws(PickingSessionError) {
        try end(as: .expired)
    }

    private mutating func end(as state: State) throws(PickingSessionError) {
        try requirePending()
        replace(with: [])
        self.state = state
    }

    private func requirePending() throws(PickingSessionError) {
        guard state == .pending else { throw .notPending(state) }
    }

    private func check(_ asset: PickedAsset) throws(PickingSessionError) {
        let filter = configuration.mediaFilter
        guard filter.allows(asset.mediaType) else {
            throw .mediaTypeNotAllowed(localIdentifier: asset.localIdentifier, filter: filter)
        }
    }

    private func contains(_ localIdentifier: String) -> Bool {
        selection.contains { $0.localIdentifier == localIdentifier }
    }

    private mutating func replace(with assets: [PickedAsset]) {
        selection = assets
        byteTotal = assets.reduce(0) { sum, asset in
            let (total, overflowed) = sum.addingReportingOverflow(asset.byteSize)
            return overflowed ? .max : total
        }
    }
}
