internal import ArgumentParser

/// The quality of a JPEG or WebP file, in percent.
///
/// This is a type of its own because for an `Int`, the parser searches all loaded libraries at each start of the program to find
/// out how the help prints it (0.4 ms).
struct QualityArgument: ExpressibleByArgument {
    let percent: Int

    init(_ percent: Int) { self.percent = percent }

    init?(argument: String) {
        guard let percent = Int(argument) else { return nil }
        self.percent = percent
    }

    /// - Throws: a usage error if it is not from 1 to 100.
    func check() throws {
        guard (1...100).contains(percent) else { throw ValidationError("--quality must be from 1 to 100") }
    }

    var defaultValueDescription: String { "\(percent)" }
}
