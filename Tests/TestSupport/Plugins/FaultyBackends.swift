import Foundation
import Platform

/// Builds the C backends in `Tests/FaultyBackends`, each a plugin that breaks one rule of docs/abi.md.
public enum FaultyBackends {
    /// The names that `build` knows; "good" breaks none.
    public static let all: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []
        let names = files.filter { $0.hasSuffix(".c") }.map { String($0.dropLast(2)) }
        return names.filter { !shared.contains($0) && !$0.hasPrefix(dependencyPrefix) }.sorted()
    }()

    /// Compiles `Tests/FaultyBackends/NAME.c` (a name may have a folder) to a shared library and answers its path.
    ///
    /// - Parameters:
    ///   - id: what the backend answers as its id; nil: "minimal".
    ///   - priority: what it answers as its priority; nil: 1.
    public static func build(
        _ name: String, id: String? = nil, priority: Int32? = nil, into folder: TemporaryFolder
    ) throws -> String {
        let definitions = definitions(id: id, priority: priority)
        let key = [name] + definitions
        let files = try built.withLock { $0[key] } ?? compile(name, definitions, as: id)
        built.withLock { $0[key] = files }
        for file in files { try file.content.write(to: URL(fileURLWithPath: folder.path(file.name))) }
        return folder.path(files[0].name)
    }

    private struct BuiltFile {
        let name: String
        let content: Data
    }

    /// What was compiled in this process, by name and definitions: the compiler takes longer than most tests.
    private static let built = Mutex<[[String]: [BuiltFile]]>([:])

    /// - Returns: the library, and then the one that it needs, if it needs one.
    private static func compile(_ name: String, _ definitions: [String], as id: String?) throws -> [BuiltFile] {
        let folder = try TemporaryFolder()
        var names = ["lib\(id ?? URL(fileURLWithPath: name).lastPathComponent).so"]
        var arguments = [source(name)] + definitions
        let dependency = dependencyPrefix + name
        if FileManager.default.fileExists(atPath: source(dependency)) {
            names.append("lib\(dependency).so")
            try compile([source(dependency)] + shared(in: folder) + definitions, to: folder.path(names[1]))
            // Without --no-as-needed the linker drops a library of which nothing is used.
            arguments += ["-Wl,--no-as-needed", folder.path(names[1]), "-Wl,-rpath,$ORIGIN"]
        } else {
            arguments += try shared(in: folder)
        }
        try compile(arguments, to: folder.path(names[0]))
        return try names.map {
            BuiltFile(name: $0, content: try Data(contentsOf: URL(fileURLWithPath: folder.path($0))))
        }
    }

    private static let sources = PackagePaths.root + "/Tests/FaultyBackends"
    /// What all of them have: the first says their id and priority, the others are the same in each, and compiled once.
    private static let shared = ["minimal", "minimal_library", "minimal_fetch", "minimal_image"]

    private static func shared(in folder: TemporaryFolder) throws -> [String] {
        let others = try objects.get().map { object in
            let path = folder.path(object.name)
            try object.content.write(to: URL(fileURLWithPath: path))
            return path
        }
        return [source(shared[0])] + others
    }

    private static let objects: Result<[BuiltFile], any Error> = Result {
        let folder = try TemporaryFolder()
        let names = shared.dropFirst()
        let options = CCompiler.plugin + CCompiler.strict + ["-c", "-g", "-pedantic"]
        try CCompiler.run(options + names.map(source), in: folder.path)
        return try names.map { name in
            BuiltFile(
                name: "\(name).o", content: try Data(contentsOf: URL(fileURLWithPath: folder.path("\(name).o"))))
        }
    }

    /// needed_by_NAME.c becomes a library of its own that NAME's library needs.
    private static let dependencyPrefix = "needed_by_"

    private static func source(_ name: String) -> String { "\(sources)/\(name).c" }

    private static func definitions(id: String?, priority: Int32?) -> [String] {
        var definitions: [String] = []
        if let id { definitions.append("-DMINIMAL_ID=\"\(id)\"") }
        if let priority { definitions.append("-DMINIMAL_PRIORITY=\(priority)") }
        return definitions
    }

    private static func compile(_ arguments: [String], to library: String) throws {
        let options = [
            "-shared", "-g", "-pedantic", "-Wl,--version-script=\(sources)/exports.map",
            "-Wl,-soname,\(URL(fileURLWithPath: library).lastPathComponent)", "-o", library,
        ]
        try CCompiler.run(CCompiler.plugin + CCompiler.strict + options + arguments)
    }
}
