extension Reproduction {
    init(_ sequence: CallSequence, plugin: String, found outcome: CheckOutcome) {
        self.init(
            seed: sequence.seed, steps: sequence.steps.map(\.text),
            source: ReproducerSource(sequence: sequence, plugin: plugin, found: outcome).text)
    }
}
