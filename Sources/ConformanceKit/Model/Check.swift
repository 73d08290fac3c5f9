/// One thing that the kit finds out about a plugin, in a process of its own.
public struct Check: Sendable {
    /// Stable: `category.name`. Waivers, reports and filters refer to it.
    public let id: String
    /// What holds when the check passes.
    public let summary: String
    /// Clauses of docs/abi.md that it enforces: `R9.7`.
    public let clauses: [String]
    /// Whether a failure makes the plugin not conformant.
    public let severity: Severity
    /// The first level that has it.
    public let level: Level
    /// What the plugin must declare for the check to mean something; else it is skipped.
    public let requirements: [Requirement]
    /// What an author does when it fails.
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

/// Whether a plugin that fails a check conforms nevertheless.
public enum Severity: String, Sendable, Codable {
    /// A plugin that fails it does not conform.
    case must
    /// A failure is a warning, unless the run says otherwise.
    case should
}

/// How much is checked; each level has the checks of those before it.
public enum Level: String, Sendable, Codable, CaseIterable, Comparable {
    /// Each rule once; for every build.
    case core
    /// Also what takes longer, a random sequence of calls and a few swaps.
    case full
    /// Also what takes minutes.
    case stress

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// A level with fewer checks is less.
    public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }
}
