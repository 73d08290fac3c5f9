/// One check of the kit: what it finds out about a plugin, in a process of its own.
public struct Check: Sendable {
    /// The id, `category.name`. It never changes, because waivers, reports and filters refer to it.
    public let id: String
    /// What holds when the check passes.
    public let summary: String
    /// The clauses of docs/abi.md that it enforces, such as `R9.7`.
    public let clauses: [String]
    /// Whether a failure makes the plugin not conformant.
    public let severity: Severity
    /// The first level that includes it.
    public let level: Level
    /// What the plugin must declare for the check to apply; otherwise it is skipped.
    public let requirements: [Requirement]
    /// What an author can do about a failure.
    public let remedy: String
    /// How many calls it makes up, for a check that plays a sequence: it can be shrunk, and played again. Nil for others.
    let callCount: Int?
    /// Whether its process has an allocator that looks for what was written past the end of memory.
    let watchesHeap: Bool
    let body: Body

    typealias Body = @Sendable (CheckContext) throws(CheckStop) -> Void

    init(
        _ id: String, _ summary: String, _ clauses: String, _ severity: Severity = .must, _ level: Level = .core,
        requires requirements: [Requirement] = [], remedy: String, callCount: Int? = nil, watchesHeap: Bool = false,
        body: @escaping Body
    ) {
        self.id = id
        self.summary = summary
        self.clauses = clauses.split(separator: " ").map(String.init)
        self.severity = severity
        self.level = level
        self.requirements = requirements
        self.remedy = remedy
        self.callCount = callCount
        self.watchesHeap = watchesHeap
        self.body = body
    }

    /// The longest that it may take, in seconds on a machine of usual speed.
    var seconds: Double { level == .stress ? 900 : 90 }

    /// The part of the id before the point.
    public var category: String { String(id.prefix { $0 != "." }) }
}

/// Whether a plugin can fail a check and still conform.
public enum Severity: String, Sendable, Codable {
    /// A plugin that fails the check does not conform.
    case must
    /// A failure is a warning, unless the run says otherwise.
    case should
}

/// How much is checked; each level includes the checks of those before it.
public enum Level: String, Sendable, Codable, CaseIterable, Comparable {
    /// Checks each rule once; for every build.
    case core
    /// Adds checks that take longer, a random sequence of calls and a few swaps.
    case full
    /// Adds checks that take minutes.
    case stress

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether the left level has fewer checks than the right one.
    public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }
}
