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

    /// All candidates, in the order of their priorities.
    mutating func listings() -> [BackendListing] {
        var (passed, listings): (Set<Int>, [BackendListing]) = ([], [])
        while let index = next(after: passed) {
            passed.insert(index)
            listings.append(listing(of: index))
        }
        return listings
    }

    /// The index of the next candidate by priority, ties in the order of the search path; nil when all that are wanted were
    /// passed.
    ///
    /// What a plugin says itself holds (R3.2): one with a manifest is tried before its turn, and waits for those that have a
    /// higher priority than it has. Manifests spare running the code of the others.
    ///
    /// - Parameter isWanted: is given what the manifest says, or else the plugin itself; nil when neither says anything.
    mutating func next(after passed: Set<Int>, where isWanted: (BackendInfo?) -> Bool = { _ in true }) -> Int? {
        let left = candidates.indices.filter { !passed.contains($0) && isWanted(description(of: $0)) }
        while let best = first(of: left) {
            let wasTried = reports[best] != nil
            _ = report(of: best)
            if wasTried || first(of: left) == best { return best }
        }
        return nil
    }

    private func first(of indices: [Int]) -> Int? {
        let priorities = indices.map { index in
            Int64((reports[index]?.description ?? candidates[index].declared)?.priority ?? .min)
        }
        return priorities.indices.max { (priorities[$0], $1) < (priorities[$1], $0) }.map { indices[$0] }
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
            verdict: verdict(of: report, at: index), notes: report.notes ?? [],
            unknownCapabilities: candidate.unknownCapabilities)
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
