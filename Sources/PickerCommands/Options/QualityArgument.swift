internal import ArgumentParser

/// The quality of a JPEG or WebP file, in percent.
///
/// A type of its own: how a bare number is printed in the help, the parser finds out by a search of all libraries, at each start of
/// the program (0.4 ms).
struct QualityArgument: ExpressibleByArgument {
    let percent: Int

    init(_ percent: Int) { self.percent = percent }

    init?(argument: String) {
        guard let percent = Int(argument) else { return nil }
        self.percent = percent
    }

    /// - Throws: a message for people, when it is no quality.
    func check() throws {
        guard (1...100).contains(percent) else { throw ValidationError("--quality must be from 1 to 100") }
    }

    var defaultValueDescription: String { "\(percent)" }
}
