internal import PhotoModel
internal import PickerCommands
internal import PickerHost
internal import PickerServer
internal import Platform

/// The libraries of `picker serve`: the first, and those that are served beside it.
final class ServedLibraries: Sendable {
    private let options: OpeningOptions
    private let backends: BackendOptions
    private let cache: CacheOptions
    /// The libraries, each with a unique key, and with its root if there are several.
    private let places: [(key: String, place: NamedPlace, root: String)]
    private let opened = Mutex<[PhotoLibrary]>([])

    /// How long the disk of a folder may take to answer when the server starts.
    private static let patience = Duration.seconds(10)

    /// - Parameter named: names, folders or addresses of libraries. If there are none, the pictures folder is served.
    /// - Throws: an error for a name that does not exist, for a missing folder that has no name, and for a library that is named
    ///   twice.
    init(
        _ named: [String], _ options: OpeningOptions, _ backends: BackendOptions, _ cache: CacheOptions
    ) async throws {
        self.options = options
        self.backends = backends
        self.cache = cache
        var places: [(key: String, place: NamedPlace, root: String)] = []
        var locations: [String: String] = [:]
        for name in named.isEmpty ? [PicturesFolder.path] : named {
            let place = try NamedPlace(name)
            var root = place.location
            // If there is only one, opening it reports what is wrong with it.
            if named.count > 1 {
                root = try await Self.location(of: place)
                if let same = locations.updateValue(name, forKey: root) {
                    throw CommandFailure(.usage, "\(name): is the same library as \(same); name it once")
                }
            }
            places.append((Self.free(place.key, places.map(\.key)), place, root))
        }
        self.places = places
    }

    /// The canonical path, or the address. A folder that has a name existed once: if it is missing, or its disk does not
    /// answer, the disk may come back.
    private static func location(of place: NamedPlace) async throws(PhotoError) -> String {
        do throws(PhotoError) {
            return try await look(at: place, within: patience).text
        } catch {
            guard place.isKept, error.status == .notFound || error.status == .offline else { throw error }
            return place.location
        }
    }

    /// Finds out where a place is.
    ///
    /// - Throws: `.offline` if its disk does not answer in this time; nil: that is waited for as long as it takes.
    private static func look(
        at place: NamedPlace, within patience: Duration? = nil
    ) async throws(PhotoError) -> LibraryLocation {
        let location = place.location
        let found = await SystemQuestion.answer(within: patience) { () -> Result<LibraryLocation, PhotoError> in
            do throws(PhotoError) {
                return .success(try LibraryLocation(location))
            } catch {
                return .failure(error)
            }
        }
        guard let found else {
            throw PhotoError(.offline, "\(location): the folder cannot be looked at; see whether its disk answers")
        }
        return try found.get()
    }

    /// Reports that a folder with a name is not available, rather than that it does not exist.
    private static func check(_ place: NamedPlace) async throws(PhotoError) {
        do throws(PhotoError) {
            _ = try await look(at: place)
        } catch {
            guard place.isKept, error.status == .notFound else { throw error }
            throw PhotoError(.offline, "\(place.location): the folder is not there; see whether its disk is")
        }
    }

    private static func free(_ key: String, _ taken: [String]) -> String {
        var candidate = key
        var number = 2
        while taken.contains(candidate) {
            candidate = "\(key)-\(number)"
            number += 1
        }
        return candidate
    }

    /// The key of the first library, and the title that its owner gave it; nil if there is none, so that its own title is used.
    var first: (key: String, title: String?) {
        let (key, place, _) = places[0]
        return (key, place.name == place.location ? nil : place.name)
    }

    /// Opens the first library.
    func openFirst() async throws -> PhotoLibrary {
        LogOutput.start(quiet: backends.quiet, verbose: backends.verbose)
        return try await open(places[0].place)
    }

    var others: [OtherLibrary] {
        places.dropFirst().map { key, place, root in
            OtherLibrary(key: key, title: place.title, root: root) { [self] in
                do {
                    try await Self.check(place)
                    return try await open(place)
                } catch let failure as CommandFailure {
                    throw PhotoError(.unsupported, failure.message)
                }
            }
        }
    }

    private func open(_ place: NamedPlace) async throws -> PhotoLibrary {
        let settings = try options.settings(backends)
        ResourceLimits.ofProcess = settings.limits
        var configuration = LibraryConfiguration(root: place.location, backend: choice(for: place.location, settings))
        configuration.refreshesIndex = false
        configuration.diskCache = cache.settings(settings)
        configuration.desktopThumbnails = cache.desktop(settings, standard: .read)
        configuration.imageMemory /= places.count
        let library = try await options.open(configuration, place, settings, quiet: backends.quiet)
        opened.withLock { $0.append(library) }
        return library
    }

    /// The backend for a location. If several libraries are served, the chosen backend is for folders, and an address is opened
    /// by the backend of its scheme.
    private func choice(for location: String, _ settings: Settings) -> BackendChoice {
        places.count > 1 && LibraryLocation.scheme(of: location) != nil ? .auto : settings.choice
    }

    /// Swaps the backends to what the configuration file names now. All libraries are tried; the first error is thrown. If all
    /// fail, the limits stay as they were.
    func swap() async throws {
        let settings = Result { try options.settings(backends) }
        let before = ResourceLimits.ofProcess
        if case .success(let settings) = settings { ResourceLimits.ofProcess = settings.limits }
        let libraries = opened.withLock { $0 }
        var failures: [any Error] = []
        for library in libraries {
            do { try await swap(library, settings) } catch { failures.append(error) }
        }
        if failures.count == libraries.count { ResourceLimits.ofProcess = before }
        if let first = failures.first { throw first }
    }

    private func swap(_ library: PhotoLibrary, _ settings: Result<Settings, any Error>) async throws {
        do {
            let settings = try settings.get()
            try await library.swap(to: choice(for: library.root, settings), registry: settings.registry)
            StandardError.line(
                "picker: \(described(library))now served by \(library.backend.id) (\(library.backendPath))")
        } catch {
            let reason = DoctorReport.message(of: error)
            throw PhotoError(.unsupported, "\(described(library))still served by \(library.backend.id): \(reason)")
        }
    }

    /// The library's root as the beginning of a message; empty if only one library is served.
    private func described(_ library: PhotoLibrary) -> String {
        places.count == 1 ? "" : "\(TextFormat.oneLine(library.root)): "
    }

    func close() {
        opened.withLock { libraries in
            libraries.forEach { $0.close() }
            libraries = []
        }
    }
}
