internal import ArgumentParser

/// Words of a command line that the argument parser would take for something else.
package enum CommandWords {
    /// - Parameter known: the names of all commands.
    /// - Throws: a failure that says what was probably meant.
    package static func check(_ arguments: [String], known: [String]) throws(CommandFailure) {
        try checkCommand(arguments, known: known + ["help"])
        try checkRenamed(arguments)
    }

    /// Reports a command that does not exist. The parser would call it an unexpected argument, and would answer `help nonsense`
    /// with the help of the whole program.
    private static func checkCommand(_ arguments: [String], known: [String]) throws(CommandFailure) {
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        guard let word = words.first, !word.hasPrefix("-") else { return }
        guard !known.contains(word) else { return }
        let question = Suggestion.question(word, among: known)
        throw CommandFailure(
            .usage, "there is no command \"\(word)\"\(question.isEmpty ? ";" : question) see picker --help")
    }

    /// Reports the old name of `--rendition` of `image`: `--version` with a value would now silently print the program's version.
    private static func checkRenamed(_ arguments: [String]) throws(CommandFailure) {
        guard arguments.first == "image" else { return }
        let renditions = VersionOption.allCases.map(\.rawValue)
        let isRenamed =
            arguments.contains { $0.hasPrefix("--version=") }
            || zip(arguments, arguments.dropFirst()).contains { $0 == "--version" && renditions.contains($1) }
        guard isRenamed else { return }
        throw CommandFailure(.usage, "--version of image is called --rendition; see picker image --help")
    }
}
