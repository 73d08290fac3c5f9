/// The outcome of one check.
public struct CheckOutcome: Sendable, Codable, Equatable {
    /// The id of the check.
    public var id: String
    /// How it ended.
    public var verdict: Verdict
    /// What was found; empty when the check passed.
    public var message: String
    /// The last thing that the check's process was about to do, to which a crash or a hang is attributed.
    public var lastStep: String?
    /// How long its process ran.
    public var milliseconds: Int
    /// Whether it was skipped because of this machine, and not because of what the plugin declares.
    public var isIncomplete: Bool
    /// Why a failure does not count; nil when it does.
    public var waiver: String?
    /// How to make the failure happen again, if it was one of a sequence of calls.
    public var reproduction: Reproduction?
    /// What was expected, what came, and where they differ, when that can be seen; for pages, in no JSON.
    var pictures: [FindingPicture] = []

    private enum CodingKeys: String, CodingKey {
        case id, verdict, message, lastStep, milliseconds, isIncomplete, waiver, reproduction
    }

    /// An outcome as a report has it.
    public init(
        id: String, verdict: Verdict, message: String = "", lastStep: String? = nil, milliseconds: Int = 0,
        isIncomplete: Bool = false, waiver: String? = nil, reproduction: Reproduction? = nil
    ) {
        self.id = id
        self.verdict = verdict
        self.message = message
        self.lastStep = lastStep
        self.milliseconds = milliseconds
        self.isIncomplete = isIncomplete
        self.waiver = waiver
        self.reproduction = reproduction
    }

    /// Leaves the folder of the check's process out of what is told: it is another one in each check and run.
    mutating func shorten(_ folder: String) {
        message = message.replacing("\(folder)/", with: "").replacing(folder, with: "its folder")
        lastStep = lastStep?.replacing("\(folder)/", with: "")
    }

    /// Whether it counts against the plugin.
    public var isBad: Bool { [.failed, .crashed, .timedOut].contains(verdict) && waiver == nil }
}
