internal import BackendAPI
internal import SystemThreads

/// The plugin exchanged for itself and for a second loaded copy of itself, while threads use it.
enum SwapChecks {
    static let all = [
        Check(
            "swap.under-load", "Swapped out and in again and again, no request of those that run fails",
            "R13.4 R13.5 R13.7 R8.4", .must, .full, needs: [.anyKnownFormat],
            mend: "Let libraries of one folder share only what is protected; after begin_shutdown answer CLOSED."
        ) { trial throws(CheckStop) in _ = try swaps(trial, count: 12) },
        Check(
            "swap.leaves-nothing", "Two hundred swaps under load leave no memory, descriptors or threads",
            "R9.1 R11.1 R13.4 R13.7 R15.5", .must, .stress, needs: [.anyKnownFormat],
            mend: "close gives back what open_library and the calls on it took, also of calls that ended early."
        ) { trial throws(CheckStop) in try leavesNothing(trial) },
    ]

    /// Resident memory may grow by this much: arenas, and what the kit itself keeps of each call.
    private static let slack = 64 << 20

    private static func leavesNothing(_ trial: Trial) throws(CheckStop) {
        let sides = try sides(trial)
        _ = try swaps(trial, sides, count: 20)
        let memory = ProcessFigures.usedBytes
        let (descriptors, threads) = (ProcessFigures.descriptors.count, ProcessFigures.threadCount)
        let calls = try swaps(trial, sides, count: 200)
        let grown = ProcessFigures.usedBytes - memory
        try trial.expect(grown < slack, "after 200 more and \(calls) calls, \(grown >> 20) MiB more are in use")
        let left = ProcessFigures.descriptors.count
        try trial.expect(left <= descriptors, "\(descriptors) open descriptors became \(left)")
        // The pool of a runtime may gain some.
        let running = ProcessFigures.threadCount
        try trial.expect(running < threads + 16, "\(threads) threads became \(running)")
    }

    /// What is swapped for what: the plugin as it was loaded, and a copy of it.
    private static func sides(_ trial: Trial) throws(CheckStop) -> [Plugin] {
        try trial.makeLibrary()
        return [try trial.plugin(), try trial.pluginCopy()]
    }

    private static func swaps(_ trial: Trial, count: Int) throws(CheckStop) -> Int {
        try swaps(trial, sides(trial), count: count)
    }

    /// Swaps so often, with some requests between any two.
    ///
    /// - Returns: how many requests were answered.
    private static func swaps(_ trial: Trial, _ sides: [Plugin], count: Int) throws(CheckStop) -> Int {
        let stage = Stage(try act(trial, sides[0]))
        let load = try SwapLoad(trial, stage)
        var end: CheckStop?
        let threads = load.start()
        do throws(CheckStop) {
            for index in 1...count {
                try load.wait(forMore: 6)
                // Each side follows itself as well as the other.
                try stage.swap(to: act(trial, sides[index / 2 % 2]), patience: trial.limit(milliseconds: 10_000))
            }
            try load.wait(forMore: 6)
        } catch {
            end = error
        }
        load.stop()
        for thread in threads { thread.join() }
        if let stop = load.failure ?? end { throw stop }
        stage.clear()
        return load.answered
    }

    private static func act(_ trial: Trial, _ plugin: Plugin) throws(CheckStop) -> Stage.Act {
        let backend = try trial.backend(plugin: plugin)
        return Stage.Act(backend, try trial.open(backend))
    }
}
