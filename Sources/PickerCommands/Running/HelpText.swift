internal import Platform

/// What is around the texts of the argument parser.
enum HelpText {
    /// The least width that help is written for: the names of options alone take 26 columns, and the parser stops a debug build, or
    /// leaves descriptions out, where nothing is left beside them.
    private static let leastColumns = 40

    /// Has help written for a wider terminal where this one is too narrow. The parser asks COLUMNS, and then the terminal, wherever
    /// it makes a text, and not only where a width could be handed to it. Before there are other threads.
    static func widen() {
        let named = Environment.value(of: "COLUMNS").flatMap { Int($0) }
        guard let columns = named ?? Descriptor.standardOutput.terminalColumns, columns < leastColumns else { return }
        Environment.set("COLUMNS", to: "\(leastColumns)")
    }

    /// Words that ask for help, or for something else that is only printed.
    private static let questions: Set = [
        "-h", "-help", "--help", "--help-hidden", "--version", "help", "--generate-completion-script",
    ]

    /// An argument such as "-photo.jpg", which the parser reads as many options of one letter, with the one for help among them:
    /// help would be shown, and the program end well, with nothing done. Nil when help was asked for, or there is none.
    static func fileTakenForHelp(in arguments: [String]) -> String? {
        let options = arguments.prefix { $0 != "--" }
        guard !options.contains(where: questions.contains) else { return nil }
        return options.first { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains("h") }
    }

    /// What to write for a file whose name begins with "-", which was taken for an option; empty when there is none among the arguments.
    ///
    /// It may be in the current folder or in one that is named, such as the library.
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
