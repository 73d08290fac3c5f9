/// Which checks mean something when the plugin is in a worker, and which look into the process of the check, where it is
/// not then.
enum WorkerScope {
    /// Whole categories.
    private static let categories: Set = ["guest"]
    /// Checks that look for what the plugin does to the process, or do something to the process for the plugin to see.
    private static let identifiers: Set = [
        "lifecycle.probe-without-effects", "hostile.unreadable-folder", "hostile.unreadable-file",
    ]

    /// Nil when the check is to be run.
    static func reason(toSkip check: Check, in order: CheckOrder) -> String? {
        guard order.isIsolated else { return nil }
        guard categories.contains(check.category) || identifiers.contains(check.id) else { return nil }
        return "it is about the process of the plugin, which is another one in a worker"
    }
}
