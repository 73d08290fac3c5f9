package import ArgumentParser
internal import PhotoModel
package import PickerHost
internal import Platform

/// Which backend, and where plugins are looked for: options of every command that loads one.
package struct BackendOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("auto, the id of a backend, or the path of a plugin.", valueName: "auto|ID|PATH.so"),
        completion: .file())
    var backend: String?

    @Option(
        name: .customLong("backend-path"),
        help: ArgumentHelp("Look for plugins here first; may be given more than once.", valueName: "dir"),
        completion: .directory)
    var backendPath: [String] = []

    @Option(
        help: ArgumentHelp(
            "Take only plugins with a good report of picker conformance in this folder; may be given more than once.",
            valueName: "dir"), completion: .directory)
    var requireReport: [String] = []

    @Option(help: ArgumentHelp("Configuration file.", valueName: "file"), completion: .file())
    var config: String?

    @Flag(help: "No progress, no hints, no warnings.")
    package var quiet = false

    @Flag(help: "Log more.")
    package var verbose = false

    package init() {}

    /// The settings of the configuration file, overridden by the command line. Reads the file each time.
    func settings() throws(CommandFailure) -> Settings {
        var settings = try Settings.load(path: config)
        if let backend { settings.backend = backend }
        settings.backendPath = backendPath + settings.backendPath
        settings.requireReport += requireReport
        return settings
    }
}

/// Which library: options of every command that reads photos.
package struct LibraryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of photos (default: the pictures folder), an address, or a name of picker libraries.",
            valueName: "dir|NAME"), completion: .directory)
    var library: String?

    @OptionGroup package var opening: OpeningOptions
    @OptionGroup package var backends: BackendOptions

    package init() {}

    /// As `OpeningOptions.settings`.
    package func settings() throws(CommandFailure) -> Settings { try opening.settings(backends) }

    /// Opens the library; progress and warnings go to standard error.
    ///
    /// - Parameters:
    ///   - given: the library that was given as an argument; nil if none was.
    ///   - threads: how many threads make images; nil: as many as keep the processors busy.
    ///   - cache: the options of a command that keeps thumbnails on the disk; nil if it does not.
    ///   - desktopThumbnails: how the desktop's thumbnails are used if the user does not say.
    ///   - refreshesIndex: false if the command refreshes the index itself.
    package func open(
        root given: String? = nil, threads: Int? = nil, cache: CacheOptions? = nil,
        desktopThumbnails: DesktopThumbnailUse = .off, refreshesIndex: Bool = true
    ) async throws -> PhotoLibrary {
        LogOutput.start(quiet: backends.quiet, verbose: backends.verbose)
        let place = try NamedPlace(try named(given) ?? PicturesFolder.path)
        let settings = try settings()
        ResourceLimits.ofProcess = settings.limits
        var configuration = LibraryConfiguration(root: place.location, backend: settings.choice)
        configuration.refreshesIndex = refreshesIndex
        if let threads { configuration.threads = threads }
        if let cache {
            configuration.diskCache = cache.settings(settings)
            configuration.desktopThumbnails = cache.desktop(settings, standard: desktopThumbnails)
        }
        return try await opening.open(configuration, place, settings, quiet: backends.quiet)
    }
}

extension LibraryOptions {
    /// The library that --library or the argument names; nil if neither does.
    ///
    /// - Throws: a usage error if they name two libraries.
    private func named(_ given: String?) throws(CommandFailure) -> String? {
        if let given, let library { try Self.check(given, isSameAs: library) }
        return given ?? library
    }

    /// Checks that a library that was given as an argument is that of --library.
    ///
    /// - Throws: a usage error if it is another one.
    package static func check(_ given: String, isSameAs library: String) throws(CommandFailure) {
        guard given != library, FilePath(given).canonical != FilePath(library).canonical else { return }
        throw CommandFailure(.usage, "two libraries are named, \(given) and --library \(library); name one")
    }
}

/// How libraries are opened: options for commands that have `BackendOptions` as well. Those are not nested in these, because in a
/// debug build the parser checks all options at every start, and each group inside another takes four times as long.
package struct OpeningOptions: ParsableArguments {
    @Option(
        name: .customLong("data-dir"),
        help: ArgumentHelp("The folder in which backends keep their data.", valueName: "dir"), completion: .directory)
    package var dataDirectory: String?

    @Option(help: "Where plugins run: in this process (the default), or each library's in one of its own.")
    var isolation: Isolation?

    package init() {}

    package func validate() throws {
        // A script may have passed a variable that is not set.
        guard dataDirectory?.isEmpty != true else { throw ValidationError("--data-dir is empty; name a folder") }
    }

    /// As `BackendOptions.settings`, with the isolation that the command line names.
    package func settings(_ backends: BackendOptions) throws(CommandFailure) -> Settings {
        var settings = try backends.settings()
        if let isolation { settings.isolation = isolation }
        return settings
    }

    /// Opens a library with this configuration, and with the settings and the sign-in of its place.
    package func open(
        _ given: LibraryConfiguration, _ place: NamedPlace, _ settings: Settings, quiet: Bool
    ) async throws -> PhotoLibrary {
        var configuration = given
        configuration.settings = place.settings
        configuration.secrets = place.secrets
        configuration.dataDirectory = dataDirectory
        let progress = ProgressLine("indexing", unit: "files", quiet: quiet)
        defer { progress.finish() }
        let library = try await Self.open(configuration, settings.registry) { progress.update($0.done, of: $0.total) }
        try await library.requestAuthorization()
        return library
    }

    private static func open(
        _ configuration: LibraryConfiguration, _ registry: BackendRegistry, _ progress: @escaping ProgressHandler
    ) async throws -> PhotoLibrary {
        do throws(PhotoError) {
            return try await PhotoLibrary.open(configuration, registry: registry, progress: progress)
        } catch {
            if error.status == .cancelled { throw error }
            if isAboutPlugin(error, configuration.backend) { throw CommandFailure(.unavailable, error.line) }
            // A file where a folder should be: the input is wrong, not the usage.
            guard error.status == .invalidArgument else { throw error }
            throw CommandFailure(.noInput, error.message)
        }
    }

    /// Whether an error says that the plugin given by its path cannot be used. The message then begins with that path.
    private static func isAboutPlugin(_ error: PhotoError, _ choice: BackendChoice) -> Bool {
        guard case .path(let path) = choice else { return false }
        if error.message.hasPrefix(path + ":") { return true }
        guard let canonical = try? canonicalPath(path) else { return false }
        return error.message.hasPrefix(canonical + ":")
    }
}
