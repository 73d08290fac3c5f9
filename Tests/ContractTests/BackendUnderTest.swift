import PickerHost
import TestSupport

/// A backend that this project builds, loaded from its plugin as in life. The contract suites run over each.
struct BackendUnderTest: Sendable, CustomStringConvertible {
    let id: String
    /// Where the plugin runs.
    var isolation = BackendIsolation.inProcess

    var description: String { isolation == .inProcess ? id : "\(id) in a worker" }

    static let all = [
        BackendUnderTest(id: "legacy-group"), BackendUnderTest(id: "fetch-result"), heif,
        BackendUnderTest(id: "legacy-group", isolation: .worker),
        BackendUnderTest(id: "fetch-result", isolation: .worker),
        BackendUnderTest(id: "heif", isolation: .worker),
    ]
    /// The one that decodes HEIC, HEIF and AVIF.
    static let heif = BackendUnderTest(id: "heif")

    /// The plugin, in the build folder.
    var plugin: String {
        get throws {
            let listings = BackendRegistry(searchPath: .built).listings()
            let found = listings.first { $0.description?.id == id && $0.isUsable }
            guard let found else { throw Missing(description: "\(id) is not built or not usable: \(listings)") }
            return found.path
        }
    }

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
