/// The shortest sequence of calls that was found after which a check fails.
public struct Reproduction: Sendable, Codable, Equatable {
    /// The seed from which the sequence and the kit's library were made.
    public var seed: UInt64
    /// A line for each call.
    public var steps: [String]
    /// A complete C program that makes these calls; `--reproduce` reads it, too.
    public var source: String

    /// The steps for people, numbered.
    public var text: String {
        steps.isEmpty
            ? "opening and listing the library is enough"
            : steps.enumerated().map { "\($0.offset + 1). \($0.element)" }.joined(separator: "\n")
    }
}

extension Reproduction {
    init(_ sequence: CallSequence, plugin: String, found outcome: CheckOutcome) {
        self.init(
            seed: sequence.seed, steps: sequence.steps.map(\.text),
            source: ReproducerSource(sequence: sequence, plugin: plugin, found: outcome).text)
    }
}
