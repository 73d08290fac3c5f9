public import PhotoModel
internal import Platform

/// The assets that a traversal finds, in its order. It goes only as far as needed: asking for the first hundred assets
/// stops after them. Positions never change afterwards; each asset takes four bytes.
///
/// Many threads may use it at once: they take turns with the traversal, in short pieces.
public final class FoundAssets: Sendable {
    /// How many steps of the traversal are made between two checks for cancellation: a few milliseconds.
    private static let stepsInATurn = 128

    private let store: AssetStore
    private let mediaTypes: MediaTypes
    private let onProblem: @Sendable (Diagnostic) -> Void
    private let onEnd: @Sendable (LeftOutFiles) -> Void
    private let state: Mutex<State>

    private struct State {
        var walk: LibraryTraversal?
        var found: [AssetStore.Index]
        var leftOut = LeftOutFiles()
    }

    /// - Parameters:
    ///   - mediaTypes: the types of the assets to include.
    ///   - onProblem: called with what could not be read.
    ///   - onEnd: called at the end with the files that were left out.
    public init(
        _ walk: LibraryTraversal, mediaTypes: MediaTypes, store: AssetStore,
        onProblem: @escaping @Sendable (Diagnostic) -> Void = { _ in },
        onEnd: @escaping @Sendable (LeftOutFiles) -> Void = { _ in }
    ) {
        self.store = store
        self.mediaTypes = mediaTypes
        self.onProblem = onProblem
        self.onEnd = onEnd
        state = Mutex(State(walk: walk, found: []))
    }

    /// Makes a list of assets that are already known.
    public init(_ found: [AssetStore.Index], store: AssetStore) {
        self.store = store
        mediaTypes = .any
        onProblem = { _ in }
        onEnd = { _ in }
        state = Mutex(State(walk: nil, found: found))
    }

    /// The number of assets; completes the traversal.
    public func count(cancellation: Cancellation = .never) throws(Cancellation.Reason) -> Int {
        try slice(from: .max, length: 0, cancellation: cancellation).total
    }

    /// At most `length` assets from `offset`; fewer only at the end.
    public func assets(
        from offset: Int, length: Int, cancellation: Cancellation = .never
    ) throws(Cancellation.Reason) -> [AssetFiles] {
        try slice(from: offset, length: length, cancellation: cancellation).found.map { store.files($0) }
    }

    /// The position of an asset; nil if it is not among them.
    public func position(
        of identifier: LocalIdentifier, cancellation: Cancellation = .never
    ) throws(Cancellation.Reason) -> Int? {
        var looked = 0
        while true {
            let part = try slice(from: looked, length: 1024, cancellation: cancellation)
            // Looked up each time, because the traversal may have found it meanwhile.
            if let wanted = store.index(of: identifier),
                let index = store.position(ofAsset: wanted, in: part.found)
            {
                return looked + index
            }
            looked += part.found.count
            if part.found.isEmpty { return nil }
        }
    }

    private func slice(
        from offset: Int, length: Int, cancellation: Cancellation
    ) throws(Cancellation.Reason) -> (found: [AssetStore.Index], total: Int) {
        let (sum, overflow) = offset.addingReportingOverflow(length)
        let end = overflow ? Int.max : sum
        while true {
            try cancellation.check()
            let answer: ([AssetStore.Index], Int)? = state.withLock { state in
                if state.found.count < end { walk(&state, until: end) }
                guard state.walk == nil || state.found.count >= end else { return nil }
                let first = min(offset, state.found.count)
                // Copy it: with a slice, the next addition would copy the whole array.
                return (Array(state.found[first..<min(end, state.found.count)]), state.found.count)
            }
            if let answer { return answer }
        }
    }

    private func walk(_ state: inout State, until end: Int) {
        guard var walk = state.walk else { return }
        state.walk = nil  // So that it is not copied by a step.
        var (found, leftOut) = (state.found, state.leftOut)
        state.found = []
        var goesOn = true
        for _ in 0..<Self.stepsInATurn where goesOn && found.count < end {
            goesOn = walk.step { event in
                switch event {
                case .asset(let files) where mediaTypes.contains(files.mediaType): found.append(store.add(files))
                case .problem(let problem): onProblem(problem)
                case .leftOut(let name): leftOut.note(name)
                default: break
                }
            }
        }
        (state.found, state.leftOut) = (found, leftOut)
        if goesOn { state.walk = walk } else { onEnd(leftOut) }
    }
}
