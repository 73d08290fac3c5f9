import Foundation
import TestSupport

/// A folder of plugins for one test.
struct PluginFolder: Sendable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var path: String { folder.path }

    /// A copy of the legacy-group plugin.
    ///
    /// - Returns: the path of the plugin.
    @discardableResult
    func addLegacyGroup(as name: String = "libcopy.so") throws -> String {
        try FileManager.default.copyItem(atPath: PickerProgram.plugin, toPath: folder.path(name))
        return folder.path(name)
    }

    /// Builds a faulty backend, or a good one, from C.
    @discardableResult
    func add(_ name: String, id: String? = nil, priority: Int32? = nil) throws -> String {
        try FaultyBackends.build(name, id: id, priority: priority, into: folder)
    }

    func addManifest(
        _ id: String, library: String, priority: Int, abi: [Int] = [1], changes: [String: Any] = [:]
    ) throws {
        let document: [String: Any] = [
            "schema": 1, "id": id, "name": id, "version": "1.0.0",
            "abi": abi, "library": library, "priority": priority,
            "capabilities": [String](), "formats": [String](),
        ].merging(changes) { $1 }
        let data = try JSONSerialization.data(withJSONObject: document)
        try data.write(to: URL(fileURLWithPath: folder.path("\(id).backend.json")))
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.path(name)) }
}
