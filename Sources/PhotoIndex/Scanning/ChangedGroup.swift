internal import PhotoFolder
internal import PhotoModel
internal import Platform

/// Reads files of one stem that changed.
struct ChangedGroup {
    enum Outcome {
        case complete
        /// The files cannot be read at the moment, or are still being written: the index keeps what it knows.
        case leaveAsItIs([Diagnostic])
    }

    /// A file that was read.
    private struct Medium {
        let format: MediaFormat
        let facts: FileFacts
        let state: AssetDraft.FileState
    }

    private let files: [GroupFile]
    private let scan: FolderScan
    private let identity: LibraryIdentity
    private let options: RefreshOptions
    private let now: Int64
    private var media: [[UInt8]: Medium] = [:]
    private(set) var findings: GroupFindings
    /// Whether one of the files may be written to again without a difference in its status.
    private(set) var isUnsettled = false

    init(
        _ files: [GroupFile], start: Int, _ scan: FolderScan, _ identity: LibraryIdentity, _ options: RefreshOptions
    ) {
        (self.files, self.scan, self.identity, self.options) = (files, scan, identity, options)
        now = WallTime.now
        findings = GroupFindings(start: start)
        let names = Set(files.map(\.name))
        // Each asset is looked for once: it may have as many files as the group, and so may the group that has it now.
        var looked: Set<Int64> = []
        for case let (file, known?) in files.map({ ($0, $0.known) }) {
            let asset = scan.known.entries[known].asset
            if asset == 0 {
                findings.formerOthers.append(file.name)
            } else if looked.insert(asset).inserted, !isElsewhere(known, names) {
                findings.formerAssets.insert(asset)
            }
        }
    }

    /// Whether the asset of a known file is that of another group, which writes it: Takeout's JSON with a shortened name
    /// goes to another photo when one comes that is before the photo that had it.
    ///
    /// - Parameter names: of the files of this group.
    private func isElsewhere(_ known: Int, _ names: Set<[UInt8]>) -> Bool {
        let name = scan.known.representingName(known)
        guard !names.contains(name), let group = scan.listing.group(besides: name) else {
            return false
        }
        return group.contains { scan.listing.name($0) == name }
    }

    /// - Parameter cancellation: ends the reading of long headers. What was not read is missing then: callers ask the
    ///   cancellation before they use the findings.
    mutating func read(_ cancellation: Cancellation) -> Outcome {
        if options.leavesUnsettled, files.contains(where: isBeingWritten) { return .leaveAsItIs([]) }
        for file in files where file.sidecar == nil {
            do throws(FolderError) {
                try read(file, cancellation)
            } catch {
                if case .io = error {
                    return .leaveAsItIs(scan.inspection.problem(file.name, error).map { [$0] } ?? [])
                }
                refuse(file, error)
            }
        }
        makeDrafts()
        return .complete
    }

    private mutating func read(_ file: GroupFile, _ cancellation: Cancellation) throws(FolderError) {
        switch try scan.inspection.look(at: file.name, file.kind, readsAhead: true) {
        case .media(let format, let open):
            let facts = FileFacts(
                open, format: format, decoder: scan.inspection.decoder, readsMetadata: true, cancellation: cancellation)
            let after = try open.currentStatus()
            media[file.name] = Medium(
                format: format, facts: facts, state: settled(.init(facts.status), isChanged: after != facts.status))
        case .other(let status, let problem):
            note(file, settled(.init(status), isChanged: false), problem)
        case .folder, .nothing: break
        }
    }

    /// A file that vanished meanwhile is ignored; other files are remembered, and read again when they change.
    private mutating func refuse(_ file: GroupFile, _ error: FolderError) {
        if case .notFound = error { return }
        let nowhere = AssetDraft.FileState(byteSize: 0, modificationTime: 0, changeTime: 0, inode: 0)
        note(file, file.state ?? nowhere, scan.inspection.problem(file.name, error))
    }

    private mutating func note(_ file: GroupFile, _ state: AssetDraft.FileState, _ diagnostic: Diagnostic?) {
        findings.others.append(.init(name: file.name, state: state, diagnostic: diagnostic))
    }
}

extension ChangedGroup {
    private mutating func makeDrafts() {
        let members = files.compactMap { file in
            media[file.name].map { AssetGrouping.File(name: file.name, format: $0.format) }
        }
        let sidecars = files.filter(\.isReadSidecar)
        guard !members.isEmpty else {
            for file in sidecars { remember(file) }
            return
        }
        let assets = AssetGrouping.assets(members, sidecars: sidecars.map(\.name), folder: scan.path) {
            scan.inspection.identifier($0)
        }
        let states = Dictionary(sidecars.map { ($0.name, $0.state) }) { first, _ in first }
        findings.drafts = assets.map { draft($0, states) }
    }

    private mutating func draft(_ files: AssetFiles, _ sidecars: [[UInt8]: AssetDraft.FileState?]) -> AssetDraft {
        let read = files.members.compactMap { media[$0.name] }
        let said = files.sidecars.isEmpty ? nil : scan.inspection.folder.sidecars(of: files)
        let facts = zip(files.members, read).map { MemberFacts($0, of: files, $1.facts, said) }
        var draft = AssetDraft(
            asset: Asset(files, facts, identity), files: files, states: read.map(\.state),
            added: Timestamp(milliseconds: min(read[0].facts.status.changeTime, now).flooredMilliseconds))
        draft.read((facts.telling ?? facts[0]).metadata)
        draft.burst = facts[0].burst
        for name in files.sidecars {
            guard let state = sidecars[name] ?? nil else { continue }
            draft.sidecars.append(.init(name: name, state: settled(state, isChanged: false)))
        }
        return draft
    }

    /// Remembers a sidecar that belongs to no asset.
    private mutating func remember(_ file: GroupFile) {
        if let state = file.state { note(file, settled(state, isChanged: false), nil) }
    }
}

extension ChangedGroup {
    private func isBeingWritten(_ file: GroupFile) -> Bool {
        guard let state = file.state, options.isYoung(state.changeTime, at: now), !file.isUnchanged else {
            return false
        }
        return !options.finished.contains(joined(scan.path, file.name))
    }

    /// The state of a file that the index keeps. If the file may change again within the same tick of the clock, the
    /// change time is left out, so that the next refresh reads it again.
    private mutating func settled(_ found: AssetDraft.FileState, isChanged: Bool) -> AssetDraft.FileState {
        guard isChanged || options.isYoung(found.changeTime, at: now) else { return found }
        isUnsettled = true
        var state = found
        state.changeTime = 0
        return state
    }
}
