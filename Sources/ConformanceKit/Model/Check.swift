/// One thing that the kit finds out about a plugin, in a process of its own.
public struct Check: Sendable {
    /// Stable: `category.name`. Waivers, reports and filters refer to it.
    public let id: String
    /// What holds when the check passes.
    public let sentence: String
    /// Clauses of docs/abi.md that it enforces: `R9.7`.
    public let clauses: [String]
    public let severity: Severity
    public let level: Level
    /// What the plugin must declare for the check to mean something; else it is skipped.
    public let needs: [Need]
    /// What an author does when it fails.
    public let mend: String
    /// How many calls it makes up, for a check that plays a sequence: it can be shrunk, and played again. Nil for others.
    let callCount: Int?
    let body: Body

    typealias Body = @Sendable (Trial) throws(CheckStop) -> Void

    init(
        _ id: String, _ sentence: String, _ clauses: String, _ severity: Severity = .must, _ level: Level = .core,
        needs: [Need] = [], mend: String, callCount: Int? = nil, body: @escaping Body
    ) {
        self.id = id
        self.sentence = sentence
        self.clauses = clauses.split(separator: " ").map(String.init)
        self.severity = severity
        self.level = level
        self.needs = needs
        self.mend = mend
        self.callCount = callCount
        self.body = body
    }

    /// The longest that it may take, in seconds on a machine of usual speed.
    var seconds: Double { level == .stress ? 900 : 90 }

    /// What stands before the point of the id.
    public var category: String { String(id.prefix { $0 != "." }) }
}

/// Whether a plugin that fails a check conforms nevertheless.
public enum Severity: String, Sendable, Codable {
    case must
    case should
}

/// How much is checked; each level has the checks of those before it.
public enum Level: String, Sendable, Codable, CaseIterable, Comparable {
    case core
    case full
    case stress

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }
}
