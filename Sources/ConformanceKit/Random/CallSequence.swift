internal import FoundationEssentials

/// Calls that are made one after the other, over the kit's library of a seed.
struct CallSequence: Codable, Equatable, Sendable {
    /// Version of this format.
    var schema = 1
    /// The check that plays it.
    var check: String
    var seed: UInt64
    var steps: [SequenceStep]

    /// One line of JSON.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Strings and numbers alone: always encodes.
        return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self)
    }

    /// What opens the line with the sequence in a C reproducer.
    static let mark = "sequence: "

    /// Reads a sequence, or the C reproducer that was made of one.
    ///
    /// - Throws: `UsageError` when the file cannot be read, or has none.
    init(file: String) throws(UsageError) {
        guard let data = try? Data(contentsOf: URL(filePath: file)) else { throw UsageError("\(file): cannot be read") }
        let lines: [Substring] = String(decoding: data, as: UTF8.self).split(separator: "\n").map { line in
            line.firstRange(of: Self.mark).map { line[$0.upperBound...] } ?? line
        }
        let found = lines.lazy.filter { $0.hasPrefix("{") }
            .compactMap { try? JSONDecoder().decode(CallSequence.self, from: Data($0.utf8)) }.first
        guard let found, found.schema == 1, CheckRegistry.check(found.check)?.callCount != nil else {
            throw UsageError("\(file): no sequence of calls that this kit can play")
        }
        if let place = found.steps.firstIndex(where: { !$0.isPlayable }) {
            throw UsageError("\(file): call \(place + 1) has a number that no sequence has; was it edited?")
        }
        self = found
    }

    init(check: String, seed: UInt64, steps: [SequenceStep]) {
        self.check = check
        self.seed = seed
        self.steps = steps
    }
}
