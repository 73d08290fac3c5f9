internal import FoundationEssentials

/// A line that a check's process writes to its parent.
struct CheckRecord: Codable, Equatable, Sendable {
    enum Kind: String, Codable, Sendable {
        case begin
        /// What comes next, should it be the last thing.
        case step
        /// The index of the step of a sequence that comes next.
        case place
        case end
    }

    var kind: Kind
    var text = ""
    /// With `end`.
    var verdict: Verdict?
    var isIncomplete: Bool?
    /// With `step`: that nothing is found any more.
    var isTidying: Bool?
    /// With `end`: the step that a failure was found at; nil: the last one.
    var step: String?

    /// The line of a record, with the token that distinguishes it from what a plugin might write.
    func line(token: String) -> [UInt8] {
        Array(token.utf8) + Array((try? JSONEncoder().encode(self)) ?? Data()) + [UInt8(ascii: "\n")]
    }

    /// Nil for a line that is no record.
    init?(line: some Collection<UInt8>, token: String) {
        guard line.starts(with: token.utf8) else { return nil }
        let json = Data(line.dropFirst(token.utf8.count))
        guard let record = try? JSONDecoder().decode(CheckRecord.self, from: json) else { return nil }
        self = record
    }

    init(_ kind: Kind, _ text: String = "", verdict: Verdict? = nil, isIncomplete: Bool? = nil) {
        self.kind = kind
        self.text = text
        self.verdict = verdict
        self.isIncomplete = isIncomplete
    }
}
