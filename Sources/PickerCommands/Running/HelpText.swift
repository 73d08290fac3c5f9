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
