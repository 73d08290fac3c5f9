internal import Platform

/// What the program adds to the help and the errors of the argument parser.
enum HelpText {
    /// The least width that help is formatted for. The names of options alone take 26 columns; if nothing is left beside them,
    /// the parser traps in a debug build, and leaves descriptions out otherwise.
    private static let leastColumns = 40

    /// Sets COLUMNS if the terminal is too narrow for help. The parser asks COLUMNS and then the terminal wherever it formats
    /// text, also where no width can be passed to it. Call this before other threads start, since it changes the environment.
    static func widen() {
        let named = Environment.value(of: "COLUMNS").flatMap { Int($0) }
        guard let columns = named ?? Descriptor.standardOutput.terminalColumns, columns < leastColumns else { return }
        Environment.set("COLUMNS", to: "\(leastColumns)")
    }

    /// Words that ask for help, or for something else that is only printed.
    private static let questions: Set = [
        "-h", "-help", "--help", "--help-hidden", "--version", "help", "--generate-completion-script",
    ]

    /// An argument such as "-photo.jpg", which the parser reads as many options of one letter, among them -h: it would show help
    /// and end with exit code 0, with nothing done. Nil if help was asked for, or no argument is of this kind.
    static func fileTakenForHelp(in arguments: [String]) -> String? {
        let options = arguments.prefix { $0 != "--" }
        guard !options.contains(where: questions.contains) else { return nil }
        return options.first { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains("h") }
    }

    /// How to write the name of a file that begins with "-" and was taken for an option; empty if no argument is such a name.
    ///
    /// The file may be in the current folder, or in one that another argument names, such as the library.
    static func hintAtFiles(in arguments: [String]) -> String {
        let options = arguments.prefix { $0 != "--" }
        let folders = [FilePath(".")] + options.map { FilePath(bytes: ArgumentBytes.bytes(of: $0)) }
        for argument in options where argument.count > 1 && argument.hasPrefix("-") {
            let name = ArgumentBytes.bytes(of: argument)
            guard folders.contains(where: { $0.appending(name).exists }) else { continue }
            return "; for the file write -- before it: -- \(ArgumentBytes.description(of: name))"
        }
        return ""
    }
}
