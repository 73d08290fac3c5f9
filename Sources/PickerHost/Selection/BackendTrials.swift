internal import PhotoModel

/// The plugins that were found, in the order of the search path, each tried at most once.
struct BackendTrials {
    private let candidates: [BackendCandidate]
    private let tryOut: (BackendCandidate) -> ProbeReport
    private var reports: [Int: ProbeReport] = [:]

    init(_ candidates: [BackendCandidate], tryOut: @escaping (BackendCandidate) -> ProbeReport) {
        self.candidates = candidates
        self.tryOut = tryOut
    }

    /// Indices of the candidates by priority, ties in the order of the search path. Manifests spare running code
    /// for this.
    mutating func byPriority() -> [Int] {
        let priorities = candidates.indices.map { Int64(description(of: $0)?.priority ?? .min) }
        return candidates.indices.sorted { (priorities[$0], $1) > (priorities[$1], $0) }
    }

    /// What the manifest says, or else the plugin itself; nil when neither says anything.
    mutating func description(of index: Int) -> BackendInfo? {
        candidates[index].declared ?? report(of: index).description
    }

    mutating func listing(of index: Int) -> BackendListing {
        let candidate = candidates[index]
        let report = report(of: index)
        return BackendListing(
            path: candidate.path, manifestPath: candidate.manifestPath,
            description: report.description ?? candidate.declared, folder: candidate.folder,
            verdict: verdict(of: report, at: index), notes: report.notes ?? [])
    }

    private mutating func verdict(of report: ProbeReport, at index: Int) -> BackendListing.Verdict {
        do throws(PhotoError) {
            let id = try report.result().id
            // The first of several plugins with one id is the one that counts, if it can run.
            for earlier in 0..<index where description(of: earlier)?.id == id && self.report(of: earlier).isUsable {
                return .shadowed(by: candidates[earlier].path)
            }
            return .usable
        } catch {
            return .unusable(error)
        }
    }

    private mutating func report(of index: Int) -> ProbeReport {
        if let known = reports[index] { return known }
        let report = tryOut(candidates[index])
        reports[index] = report
        return report
    }
}
