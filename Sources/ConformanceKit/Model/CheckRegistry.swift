/// All checks.
public enum CheckRegistry {
    /// The version of the kit, which reports name.
    public static let version = "0.1.0"

    /// All checks, in the order in which they are run and listed.
    public static let all: [Check] =
        [
            StaticChecks.all, NegotiationChecks.all, LifeCycleChecks.all, LibraryChecks.all, FetchChecks.all,
            ImageChecks.all,
            DataChecks.all, ErrorChecks.all, ChangeChecks.all, CancellationChecks.all, ThreadChecks.all,
            HostileChecks.all, NetworkChecks.all,
            ResourceChecks.all, LeakChecks.all, HeapChecks.all, GuestChecks.all, WriteChecks.all, WriteChecks.large,
            SearchChecks.all, DayChecks.all, IndexChecks.all,
            AccountChecks.all, MediaExtensionChecks.all, VideoFactsChecks.all, HEIFChecks.all,
            IsolationChecks.all, FaultInjectionChecks.all, SwapChecks.all,
            StressChecks.all,
            FuzzChecks.all,
        ].flatMap(\.self)

    private static let byIdentifier = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

    /// The check with this id.
    public static func check(_ id: String) -> Check? { byIdentifier[id] }

    /// The checks of this level and those before it whose id contains `filter`.
    ///
    /// - Throws: `UsageError` when there are none, and for an empty filter.
    public static func checks(upTo level: Level, filter: String?) throws(UsageError) -> [Check] {
        guard filter != "" else { throw UsageError("an empty filter selects nothing; leave it out for all checks") }
        let found = all.filter { $0.level <= level && (filter.map($0.id.contains) ?? true) }
        guard !found.isEmpty else {
            throw UsageError("no check of level \(level.rawValue) has \"\(filter ?? "")\" in its id; see --list")
        }
        return found
    }
}
