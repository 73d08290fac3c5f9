import PhotoModel
import PickerHost
import TestSupport

/// A backend that this project builds, loaded from its plugin as in life. The contract suites run over each.
struct BackendUnderTest: Sendable, CustomStringConvertible {
    let id: String
    /// Where the plugin runs.
    var isolation = BackendIsolation.inProcess

    var description: String { isolation == .inProcess ? id : "\(id) in a worker" }

    /// Each of them, one in a worker: what a worker does is the same for all. `make test-all` has each in both.
    static let all: [BackendUnderTest] = {
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

    func open(_ root: String) async throws -> PhotoLibrary {
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(root: root, backend: .id(id), dataDirectory: DataFolder.path),
            registry: BackendRegistry(searchPath: .built, isolation: isolation))
        try await library.requestAuthorization()
        return library
    }
}

extension BackendSearchPath {
    /// The plugins of this build, and no others.
    static let built = BackendSearchPath.standard(environment: nil, executableFolder: PackagePaths.buildFolder)
}
