/// Tells of whole seconds of a video, never of fewer than before.
struct SecondTally {
    private let progress: ProgressHandler?
    private var done = -1

    init(_ progress: ProgressHandler?) { self.progress = progress }

    /// - Parameters: as a file says it, which may be anything.
    mutating func report(_ seconds: Double, of total: Double?) {
        let seconds = Self.whole(seconds)
        guard seconds > done else { return }
        done = seconds
        progress?(CallProgress(done: seconds, total: total.map { max(Self.whole($0), seconds) }))
    }

    private static func whole(_ seconds: Double) -> Int { Int(exactly: seconds.rounded(.down)) ?? 0 }
}
