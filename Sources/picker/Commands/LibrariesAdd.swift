internal import ArgumentParser
internal import PhotoModel
internal import PickerHost
internal import Platform

/// What is said to the settings of a backend: options of the commands that keep it.
struct SettingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A setting of the backend; may be given more than once.", valueName: "key=value"))
    var set: [String] = []
    @Option(
        help: ArgumentHelp(
            "A secret setting, from the first line of a file that only you can read; \"-\": from standard input.",
            valueName: "key=file"))
    var secretFile: [String] = []
    @Flag(help: "Ask nothing: what is missing is an error.")
    var noQuestions = false

    /// What was given, and which of it is secret.
    ///
    /// - Throws: for a secret that would be seen in the list of processes.
    func given(_ settings: [SettingDescription]) throws(CommandFailure) -> [String: String] {
        let secrets = Set(settings.filter(\.isSecret).map(\.key))
        var values: [String: String] = [:]
        for pair in set {
            let (key, value) = try Self.split(pair, "--set")
            guard !secrets.contains(key) else {
                throw CommandFailure(
                    .usage,
                    "\(key) is a secret, which others see on the command line; give it with --secret-file \(key)=FILE")
            }
            values[key] = value
        }
        for pair in secretFile {
            let (key, file) = try Self.split(pair, "--secret-file")
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
            picker libraries add holidays ~/Pictures/Holidays
            picker libraries add family immich+https://photos.example --secret-file api-key=key.txt
            """)

    @Argument(help: "The name: letters, digits, \"-\", \"_\" and \".\".")
    var name: String
    @Argument(help: "A folder of photos, or the address of a library.")
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
        guard replace || book[name] == nil else {
            throw CommandFailure(.cannotWrite, "there is a library \"\(name)\" already; --replace takes its place")
        }
        let place = try LibraryLocation(location)
        try await LibraryKeeping(name: name, place: place, backends: backends, isChecked: !noCheck)
            .keep(values, in: &book)
        return .done
    }
}

struct LibrariesSignIn: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Say the secrets of a library again, when a key or a password was changed.")

    @Argument(help: "The name of the library.")
    var name: String
    @OptionGroup var values: SettingOptions
    @Flag(help: "Do not open the library to see whether that works.")
    var noCheck = false
    @OptionGroup var backends: BackendOptions

    func execute() async throws -> ExitStatus {
        var book = try LibraryBook()
        let library = try book.library(name)
        let place = try LibraryLocation(library.location)
        try await LibraryKeeping(
            name: name, place: place, backends: backends, isChecked: !noCheck, known: library.settings
        )
        .keep(values, in: &book)
        return .done
    }
}

/// Asks for what a backend wants to know, tries it, and keeps it.
private struct LibraryKeeping {
    let name: String
    let place: LibraryLocation
    let backends: BackendOptions
    let isChecked: Bool
    /// What is known and stays.
    var known: [String: String] = [:]

    func keep(_ options: SettingOptions, in book: inout LibraryBook) async throws {
        LogOutput.start(quiet: backends.quiet, verbose: backends.verbose)
        let configured = try backends.settings()
        let descriptions = try descriptions(configured)
        let given = try known.merging(options.given(descriptions)) { $1 }
        let values = try SettingQuestions().values(
            of: descriptions, given: given, asking: !options.noQuestions && SettingQuestions.canAsk)
        if isChecked { try await check(values, configured) }
        let secretKeys = Set(descriptions.filter(\.isSecret).map(\.key))
        try book.set(
            name, NamedLibrary(location: place.text, settings: values.filter { !secretKeys.contains($0.key) }),
            secrets: values.filter { secretKeys.contains($0.key) })
        if !backends.quiet { StandardOutput.shared.line("Kept as \"\(name)\"; open it with --library \(name)") }
    }

    private func descriptions(_ settings: Settings) throws(CommandFailure) -> [SettingDescription] {
        if let backend = settings.registry.description(ofBackendFor: place) { return backend.settings }
        guard let scheme = LibraryLocation.scheme(of: place.text) else { return [] }
        throw CommandFailure(
            .unavailable, "no backend opens \(scheme)://…; picker backends lists those that are installed")
    }

    /// Opens the library, as each command will.
    private func check(_ values: [String: String], _ settings: Settings) async throws {
        var configuration = LibraryConfiguration(root: place.text, backend: settings.choice)
        configuration.settings = values
        configuration.refreshesIndex = false
        let library = try await PhotoLibrary.open(configuration, registry: settings.registry)
        defer { library.close() }
        guard !backends.quiet, library.info.isRemote else { return }
        let whose = library.info.account.map { " as \($0)" } ?? ""
        StandardOutput.shared.line("\(library.info.title ?? place.text) answers\(TextFormat.oneLine(whose))")
    }
}
