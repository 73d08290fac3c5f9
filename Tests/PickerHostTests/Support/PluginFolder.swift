import Foundation
import Platform
import TestSupport

@testable import PickerHost

/// Compiled C backends, each made once for the whole run.
enum PluginStore {
    private static let made = Mutex<[String: Result<(TemporaryFolder, String), any Error>]>([:])

    /// The path of a plugin in a folder of its own, which lives as long as the process.
    static func path(_ name: String, id: String? = nil, priority: Int32? = nil) throws -> String {
        let key = "\(name) \(id ?? "") \(priority.map(String.init) ?? "")"
        return try made.withLock { made in
            if let known = made[key] { return try known.get().1 }
            if made.isEmpty { atexit { PluginStore.removeAll() } }
            let result = Result {
                let folder = try TemporaryFolder()
                return (folder, try FaultyBackends.build(name, id: id, priority: priority, into: folder))
            }
            made[key] = result
            return try result.get().1
        }
    }

    /// Statics are never deinitialised, so the folders go when the process does.
    private static func removeAll() { made.withLock { $0.removeAll() } }
}

/// A folder of plugins, and an empty one of photos, for one test.
struct PluginFolder {
    let plugins: TemporaryFolder
    let photos: TemporaryFolder

    init() throws {
        plugins = try TemporaryFolder()
        photos = try TemporaryFolder()
    }

    var path: String { plugins.path }

    /// Puts a copy of a plugin here, named `lib(as).so`.
    @discardableResult
    func add(_ name: String, as file: String? = nil, id: String? = nil, priority: Int32? = nil) throws -> String {
        let source = try PluginStore.path(name, id: id, priority: priority)
        let destination = plugins.path("lib\(file ?? id ?? URL(fileURLWithPath: name).lastPathComponent).so")
        try FileManager.default.copyItem(atPath: source, toPath: destination)
        return destination
    }

    /// Writes a manifest here; `changes` replace single values of a good one, nil removes a key.
    @discardableResult
    func addManifest(
        _ id: String, library: String, priority: Int = 1, in subfolder: String? = nil, changes: [String: Any?] = [:]
    ) throws -> String {
        var document: [String: Any] = [
            "schema": 1, "id": id, "name": "Name of \(id)", "version": "1.0.0", "abi": [1],
            "library": library, "priority": priority, "capabilities": [String](), "formats": ["public.pbm"],
        ]
        for (key, value) in changes { document[key] = value }
        let data = try JSONSerialization.data(withJSONObject: document)
        let folder = subfolder.map { plugins.path($0) } ?? plugins.path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/\(id).backend.json"
        try data.write(to: URL(fileURLWithPath: path))
        return path
    }

    var searchPath: BackendSearchPath { BackendSearchPath(folders: [.init(path: path, reason: .option)]) }

    /// Tries plugins in a child process, as a program does.
    var registry: BackendRegistry { BackendRegistry(searchPath: searchPath, probe: .besideTests) }
    /// Tries plugins in this process, which is quicker and enough for those that do not crash.
    var directRegistry: BackendRegistry { BackendRegistry(searchPath: searchPath, probe: nil) }

    func open(_ choice: BackendChoice = .auto, threads: Int = 2) async throws -> PhotoLibrary {
        try await PhotoLibrary.open(
            LibraryConfiguration(root: photos.path, backend: choice, threads: threads), registry: directRegistry)
    }
}

extension ProbeProcess {
    static var besideTests: ProbeProcess {
        ProbeProcess(executable: PackagePaths.helper, milliseconds: 60_000)
    }

    static func besideTests(milliseconds: Int32) -> ProbeProcess {
        ProbeProcess(executable: besideTests.executable, milliseconds: milliseconds)
    }
}
