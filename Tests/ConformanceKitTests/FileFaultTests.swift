import Foundation
import TestSupport
import Testing

@testable import ConformanceKit

/// What can be wrong with the file of a plugin, or beside it.
enum FileFault: String, CaseIterable {
    case isText = "is a text file"
    case exportsMore = "exports another symbol"
    case executableStack = "wants an executable stack"
    case forkHandler = "installs a fork handler"
    case noManifest = "has no manifest"
    case otherManifest = "has the manifest of another"

    var checks: [String] {
        switch self {
        case .isText: ["static.elf", "static.loads", "static.entry-exported", "static.one-export"]
        case .exportsMore: ["static.one-export"]
        case .executableStack: ["static.no-executable-stack"]
        case .forkHandler: ["static.no-handlers"]
        case .noManifest: ["static.manifest"]
        case .otherManifest: ["static.manifest-agrees"]
        }
    }

    /// Makes the plugin, and answers its path.
    func make(in folder: TemporaryFolder) throws -> String {
        let exports = "-Wl,--version-script=\(PackagePaths.root)/Tests/FaultyBackends/exports.map"
        switch self {
        case .isText: return try folder.write("this is no shared library\n", to: "libtext.so")
        case .exportsMore:
            let more = try folder.write(
                "__attribute__((visibility(\"default\"))) int more = 1;\n", to: "more.c")
            return try FolderBackends.compile([more], name: "more", into: folder)
        case .executableStack:
            return try FolderBackends.compile([exports, "-Wl,-z,execstack"], name: "stack", into: folder)
        case .forkHandler:
            let handler = try folder.write(Self.handler, to: "handler.c")
            return try FolderBackends.compile([exports, handler], name: "handler", into: folder)
        case .noManifest: return try FolderBackends.build("none", into: folder)
        case .otherManifest:
            let plugin = try FolderBackends.build("none", into: folder)
            let name = URL(fileURLWithPath: plugin).lastPathComponent
            try folder.write(Self.manifest(of: name), to: "other.backend.json")
            return plugin
        }
    }

    private static let handler = """
        int __register_atfork(void (*)(void), void (*)(void), void (*)(void), void *);
        __attribute__((constructor)) static void install(void) { __register_atfork(0, 0, 0, 0); }

        """

    fileprivate static func manifest(of library: String) -> String {
        """
        {"schema": 1, "id": "another", "name": "Another", "version": "1.0.0", "abi": [1],
         "library": "\(library)", "priority": 1,
         "capabilities": ["full-query", "exact-size", "observe"], "formats": ["public.pbm"]}
        """
    }
}

@Suite("Faults of a plugin's file", .timeLimit(.minutes(10))) struct FileFaultTests {
    @Test("A plugin whose file has one fault fails the checks of that fault", arguments: FileFault.allCases)
    func found(fault: FileFault) async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try fault.make(in: folder) }
        var run = try ConformanceRun.test(plugin, filter: "static.")
        // Which would end at the first of them otherwise.
        if fault == .isText { (run.filter, run.only) = (nil, Set(fault.checks).subtracting(["static.elf"])) }
        let report = try await run.report()
        // Only one of them has a manifest at all.
        let expected = Set(fault.checks).union([.otherManifest, .isText].contains(fault) ? [] : ["static.manifest"])
        // What is no library ends a run at once: here the first check that fails is left out.
        #expect(
            fault == .isText ? report.found.isSubset(of: expected) && !report.found.isEmpty : report.found == expected,
            "\(report.findings)")
    }

    @Test("The manifest of a plugin may lie in a folder above it", arguments: ["lib", "./lib"])
    func above(place: String) async throws {
        let folder = try TemporaryFolder()
        let built = try await onThread { try FolderBackends.build("none", into: folder) }
        let name = URL(fileURLWithPath: built).lastPathComponent
        try FileManager.default.createDirectory(atPath: folder.path("lib"), withIntermediateDirectories: false)
        try FileManager.default.moveItem(atPath: built, toPath: folder.path("lib/\(name)"))
        try folder.write(FileFault.manifest(of: "\(place)/\(name)"), to: "other.backend.json")
        var run = try ConformanceRun.test(folder.path("lib/\(name)"))
        run.only = ["static.manifest", "static.manifest-agrees"]
        // It is there, and says other things than info.
        let report = try await run.report()
        #expect(report.found == ["static.manifest-agrees"], "\(report.findings)")
    }
}
