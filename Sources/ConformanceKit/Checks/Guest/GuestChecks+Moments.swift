internal import BackendAPI
internal import PhotoModel
internal import Platform

/// A check of what a plugin changes and sets back within a call.
extension GuestChecks {
    static let moments = [
        Check(
            "guest.moments",
            "Nothing of the process is changed for a moment, and no descriptor or thread is open to others for one",
            "R15.3 R15.5 R11.1", requires: [.anyKnownFormat],
            remedy:
                "Pass modes, paths and locales with each call (openat, fchmod, newlocale); open with close-on-exec; "
                + "block signals with pthread_sigmask before pthread_create."
        ) { context throws(CheckStop) in try moments(context) }
    ]

    private static let messages: [(WatchedCalls, String)] = [
        (.umask, "it set the umask"), (.workingFolder, "it went to another working directory"),
        (.locale, "it set the locale"), (.environment, "it changed the environment"),
        (.inheritedDescriptors, "it closed a descriptor that other programs would have inherited"),
        (.openThreads, "a thread that it started did not block the signals which are sent to a process"),
    ]

    /// Counts, in the plugin's own code, what is gone when one looks: makes calls of every kind, also such as fail.
    private static func moments(_ context: CheckContext) throws(CheckStop) {
        guard let code = try context.plugin().code else { throw .notApplicable("the plugin is in another process") }
        guard WatchedCalls.begin(inFileOf: code) else { throw .notPossibleHere("the plugin's calls cannot be watched") }
        func look(_ name: String) throws(CheckStop) {
            for (kind, message) in messages where kind.count > 0 {
                throw FailurePlace.failure("\(name): \(message)", at: context.steps.last)
            }
        }
        for step in try LeakChecks.everyStep(context) {
            context.step(step.name)
            _ = step.run()
            try look(step.name)
        }
        // With every photo of the kit, and the end of it all.
        try session(context)
        try look("a library that was opened, used and closed")
    }
}
