internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct LibrariesSignIn: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in",
        abstract: "Sign in to a library's server, or say its secrets again when a key was changed.",
        discussion: """
            What a server gives for a password is kept in a file that only you can read; the password is not. Scripts answer with
            --set email=ada@photos.example --secret-file password=FILE.
            """)

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
        LogOutput.start(quiet: backends.quiet, verbose: backends.verbose)
        let keeping = LibraryKeeping(
            name: name, place: place, backends: backends, isChecked: !noCheck, known: library.settings)
        if try await keeping.signIn(values, to: book) { return .done }
        try await keeping.keep(values, in: &book)
        return .done
    }
}

struct LibrariesSignOut: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "End the sign-in of a library, on its server and here.")

    @Argument(help: "The name of the library.")
    var name: String
    @OptionGroup var backends: BackendOptions

    func execute() async throws -> ExitStatus {
        LogOutput.start(quiet: backends.quiet, verbose: backends.verbose)
        let place = try NamedPlace(name)
        let settings = try backends.settings()
        var configuration = LibraryConfiguration(root: place.location, backend: settings.choice)
        configuration.settings = place.settings
        configuration.secrets = place.secrets
        try await SignIn(configuration, registry: settings.registry).end()
        return .done
    }
}
