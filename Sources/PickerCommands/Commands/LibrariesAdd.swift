internal import ArgumentParser
package import PhotoModel
internal import PickerHost
internal import Platform

/// Options with values for a backend's settings, for commands that keep them.
package struct SettingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A setting; may be given more than once.", valueName: "key=value"))
    var set: [String] = []
    @Option(
        help: ArgumentHelp(
            "A secret setting, from the first line of a file that only you can read; \"-\": from standard input.",
            valueName: "key=file"))
    var secretFile: [String] = []
    @Flag(help: "Ask nothing: what is missing is an error.")
    package var noQuestions = false

    package init() {}

    /// The values given for these settings, or for the fields of a sign-in. Values for other keys are left out.
    ///
    /// - Throws: a usage error for a secret in `--set`, where it can be seen in the list of processes.
    func answers(to fields: [SettingDescription]) throws(CommandFailure) -> [String: String] {
        let keys = Set(fields.map(\.key))
        return try given(fields).filter { keys.contains($0.key) }
    }

    /// All values that were given.
    ///
    /// - Parameter settings: the backend's settings, which say which keys are secret.
    /// - Throws: a usage error for a secret in `--set`, where it can be seen in the list of processes.
    package func given(_ settings: [SettingDescription]) throws(CommandFailure) -> [String: String] {
        try Self.given(set: set, secretFile: secretFile, secrets: Set(settings.filter(\.isSecret).map(\.key)))
    }

    /// The values of `--set` and `--secret-file`, also for commands that declare these options themselves.
    ///
    /// - Parameter secrets: the keys that are secret.
    static func given(
        set: [String], secretFile: [String], secrets: Set<String>
    ) throws(CommandFailure) -> [String: String] {
        var values: [String: String] = [:]
        for pair in set {
            let (key, value) = try split(pair, "--set")
            guard !secrets.contains(key) else {
                throw CommandFailure(
                    .usage,
                    "\(key) is a secret, which others see on the command line; give it with --secret-file \(key)=FILE")
            }
            values[key] = value
        }
        for pair in secretFile {
            let (key, file) = try split(pair, "--secret-file")
            values[key] = try SecretFile.value(inFile: file)
        }
        return values
    }

    private static func split(_ pair: String, _ option: String) throws(CommandFailure) -> (String, String) {
        guard let mark = pair.firstIndex(of: "="), mark != pair.startIndex else {
            throw CommandFailure(.usage, "\(option) \(pair): expected KEY=\(option == "--set" ? "VALUE" : "FILE")")
        }
        return (String(pair[..<mark]), String(pair[pair.index(after: mark)...]))
    }
}

struct LibrariesAdd: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Give a library a name, and say once what its backend wants to know.",
        discussion: """
            Examples:
              picker libraries add holidays ~/Pictures/Holidays
              picker libraries add family immich+https://photos.example
            """)

    // The list is empty, because nothing can be offered for a new name. Without it, fish's completion script takes the location
    // for the first argument.
    @Argument(help: "The name: letters, digits, \"-\", \"_\" and \".\".", completion: .list([]))
    var name: String
    @Argument(help: "A folder of photos, or the address of a library.", completion: .directory)
    var location: String
    @OptionGroup var values: SettingOptions
    @Flag(help: "Take the place of a library that has this name.")
    var replace = false
    @Flag(help: "Do not open the library to see whether that works.")
    var noCheck = false
    @OptionGroup var backends: BackendOptions

    func execute() async throws -> ExitStatus {
        guard NamedLibrary.isName(name) else {
            throw CommandFailure(.usage, "\"\(name)\" is no name: letters, digits, \"-\", \"_\" and \".\", at most 64")
        }
        var book = try LibraryBook()
        guard replace || book[name] == nil else { throw LibraryBook.isTaken(name) }
        let place = try LibraryLocation(location)
        LogOutput.start(quiet: backends.quiet, verbose: backends.verbose)
        let keeping = LibraryKeeping(
            name: name, place: place, backends: backends, isChecked: !noCheck, replaces: replace)
        try await keeping.keep(values, in: &book)
        return .done
    }
}
