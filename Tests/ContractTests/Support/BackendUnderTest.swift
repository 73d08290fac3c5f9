import PhotoModel
import PickerHost
import TestSupport

/// A backend that this project builds, loaded from its plugin as in life. The contract suites run over each.
struct BackendUnderTest: Sendable, CustomStringConvertible {
    let id: String
    /// Where the plugin runs.
    var isolation = BackendIsolation.inProcess

    var description: String { isolation == .inProcess ? id : "\(id) in a worker" }

    /// Those over folders; with the servers of `make test-cluster` the one over PostgreSQL and S3 instead, into which each folder
    /// is brought when a test opens it.
    static let all: [BackendUnderTest] = {
        guard IngestedFolders.isThere else { return overFolders }
        let here = BackendUnderTest(id: "postgres")
        let isolated = BackendUnderTest(id: "postgres", isolation: .worker)
        return TestExtent.choose([here], all: [here, isolated])
    }()
    /// Each of them, one in a worker: what a worker does is the same for all. `make test-all` has each in both.
    private static let overFolders: [BackendUnderTest] = {
        let here = [BackendUnderTest(id: "legacy-group"), BackendUnderTest(id: "fetch-result"), heif]
        let isolated = here.map { BackendUnderTest(id: $0.id, isolation: .worker) }
        return TestExtent.choose([here[0], isolated[1], here[2]], all: here + isolated)
    }()
    /// The one that decodes HEIC, HEIF and AVIF.
    static let heif = BackendUnderTest(id: "heif")

    /// The plugin, in the build folder.
    var plugin: String {
        get throws {
            let found = Self.listings.first { $0.description?.id == id && $0.isUsable }
            guard let found else { throw Missing(description: "\(id) is not built or not usable: \(Self.listings)") }
            return found.path
        }
    }

    /// Looked for once: each plugin is tried in a process for it.
    private static let listings = BackendRegistry(searchPath: .built).listings()

    struct Missing: Error { let description: String }

    /// Whether its library is the folder itself, and not what was brought in from there.
    var isOverFolders: Bool { id != "postgres" }

    /// What opens the photos of a folder.
    func configuration(_ root: String, _ choice: BackendChoice) async throws -> LibraryConfiguration {
        let place = isOverFolders ? nil : try await IngestedFolders.shared.place(of: root)
        var configuration = LibraryConfiguration(
            root: place?.location ?? root, backend: choice, dataDirectory: DataFolder.path)
        configuration.settings = place?.settings ?? [:]
        return configuration
    }

    func open(_ root: String) async throws -> PhotoLibrary {
        let library = try await PhotoLibrary.open(
            try await configuration(root, .id(id)),
            registry: BackendRegistry(searchPath: .built, isolation: isolation))
        try await library.requestAuthorization()
        return library
    }
}

extension BackendSearchPath {
    /// The plugins of this build, and no others.
    static let built = BackendSearchPath.standard(environment: nil, executableFolder: PackagePaths.buildFolder)
}
