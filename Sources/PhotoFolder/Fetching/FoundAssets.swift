public import PhotoModel
internal import Platform

/// The assets that a walk finds, in its order, found as late as possible: asking for the first hundred walks over the
/// first hundred. What was given once stays as it is; four bytes an asset are kept.
///
/// May be asked on many threads at once: they take turns at walking, a short piece each.
public final class FoundAssets: Sendable {
    /// Steps of the walk between two looks at whether to go on: a few milliseconds.
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
    ///   - mediaTypes: the types that are given; others are passed over.
    ///   - onProblem: hears of what the walk could not read.
    ///   - onEnd: hears at the end of the walk of the files that it left out.
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

    /// Assets that are known already.
    public init(_ found: [AssetStore.Index], store: AssetStore) {
        self.store = store
        mediaTypes = .any
        onProblem = { _ in }
        onEnd = { _ in }
        state = Mutex(State(walk: nil, found: found))
    }

    /// The number of assets; walks to the end.
    public func count(cancellation: Cancellation = .never) throws(Cancellation.Reason) -> Int {
        try slice(from: .max, length: 0, cancellation: cancellation).total
    }

    /// At most `length` assets from `offset`; fewer only at the end.
    public func assets(
        from offset: Int, length: Int, cancellation: Cancellation = .never
    ) throws(Cancellation.Reason) -> [AssetFiles] {
        try slice(from: offset, length: length, cancellation: cancellation).found.map { store.files($0) }
    }

    /// The position of an asset; nil when it is not among them.
    public func position(
        of identifier: LocalIdentifier, cancellation: Cancellation = .never
    ) throws(Cancellation.Reason) -> Int? {
        var looked = 0
        while true {
            let part = try slice(from: looked, length: 1024, cancellation: cancellation)
            // Looked up again each time: it may have become known by walking.
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
                // An array of its own: a slice would make the next find copy them all.
                return (Array(state.found[first..<min(end, state.found.count)]), state.found.count)
            }
            if let answer { return answer }
        }
    }

    private func walk(_ state: inout State, until end: Int) {
        guard var walk = state.walk else { return }
        state.walk = nil  // So that it is not copied when it steps.
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
