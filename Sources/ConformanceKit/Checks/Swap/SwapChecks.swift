internal import BackendAPI
internal import Platform

/// The plugin swapped for itself and for a second loaded copy of itself, while threads use it.
enum SwapChecks {
    static let all = [
        Check(
            "swap.under-load", "Swapped out and in again and again, no request of those that run fails",
            "R13.4 R13.5 R13.7 R8.4", .must, .full, requires: [.anyKnownFormat],
            remedy: "Let libraries of one folder share only what is protected; after begin_shutdown answer CLOSED."
        ) { context throws(CheckStop) in _ = try swaps(context, count: 12) },
        Check(
            "swap.leaves-nothing", "Two hundred swaps under load leave no memory, descriptors or threads",
            "R9.1 R11.1 R13.4 R13.7 R15.5", .must, .stress, requires: [.anyKnownFormat],
            remedy: "close gives back what open_library and the calls on it took, also of calls that ended early."
        ) { context throws(CheckStop) in try leavesNothing(context) },
    ]

    /// Resident memory may grow by this much: arenas, and what the kit itself keeps of each call.
    private static let slack = 64 << 20

    private static func leavesNothing(_ context: CheckContext) throws(CheckStop) {
        let sides = try sides(context)
        _ = try swaps(context, sides, count: 20)
        let memory = ProcessFigures.usedBytes
        let (descriptors, threads) = (ProcessFigures.descriptors.count, ProcessFigures.threadCount)
        let calls = try swaps(context, sides, count: 200)
        let grown = ProcessFigures.usedBytes - memory
        try context.expect(grown < slack, "after 200 more and \(calls) calls, \(grown >> 20) MiB more are in use")
        let left = ProcessFigures.descriptors.count
        try context.expect(left <= descriptors, "\(descriptors) open descriptors became \(left)")
        // The pool of a runtime may gain some.
        let running = ProcessFigures.threadCount
        try context.expect(running < threads + 16, "\(threads) threads became \(running)")
    }

    /// What is swapped for what: the plugin as it was loaded, and a copy of it.
    private static func sides(_ context: CheckContext) throws(CheckStop) -> [Plugin] {
        try context.makeLibrary()
        return [try context.plugin(), try context.pluginCopy()]
    }

    private static func swaps(_ context: CheckContext, count: Int) throws(CheckStop) -> Int {
        try swaps(context, sides(context), count: count)
    }

    /// Swaps so often, with some requests between any two.
    ///
    /// - Returns: how many requests were answered.
    private static func swaps(_ context: CheckContext, _ sides: [Plugin], count: Int) throws(CheckStop) -> Int {
        let driver = SwapDriver(try serving(context, sides[0]))
        let load = try SwapLoad(context, driver)
        var end: CheckStop?
        let threads = load.start()
        do throws(CheckStop) {
            for index in 1...count {
                try load.wait(forMore: 6)
                // Each side follows itself as well as the other.
                try driver.swap(
                    to: serving(context, sides[index / 2 % 2]), patience: context.limit(milliseconds: 10_000))
            }
            try load.wait(forMore: 6)
        } catch {
            end = error
        }
        load.stop()
        for thread in threads { thread.join() }
        if let stop = load.failure ?? end { throw stop }
        driver.clear()
        return load.answered
    }

    private static func serving(
        _ context: CheckContext, _ plugin: Plugin
    ) throws(CheckStop) -> SwapDriver.ServingLibrary {
        let backend = try context.backend(plugin: plugin)
        return SwapDriver.ServingLibrary(backend, try context.open(backend))
    }
}
