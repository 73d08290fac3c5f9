import Foundation
import TestSupport

@testable import ConformanceKit

/// A fault that is planted into the text of a conforming backend, and the check that must find it.
struct PlantedFault: Sendable, CustomStringConvertible {
    enum Base: String {
        /// Examples/CBackend.
        case example = "Examples/CBackend"
        /// The backend over a folder of the other faults.
        case folder = "Tests/FaultyBackends/folder"
    }

    let name: String
    let check: String
    let base: Base
    /// Files, texts in them that are there once, and what takes their place.
    let changes: [(file: String, old: String, new: String)]
    var description: String { name }

    init(_ name: String, _ check: String, _ base: Base, _ changes: (file: String, old: String, new: String)...) {
        self.name = name
        self.check = check
        self.base = base
        self.changes = changes
    }

    struct NotPlanted: Error, CustomStringConvertible { let description: String }

    /// Makes the plugin, and answers its path.
    func make(in folder: TemporaryFolder) throws -> String {
        let sources = "\(PackagePaths.root)/\(base.rawValue)"
        var texts: [String: String] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: sources)
        where file.hasSuffix(".c") || file.hasSuffix(".h") {
            texts[file] = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
        }
        for (file, old, new) in changes {
            guard let text = texts[file], text.components(separatedBy: old).count == 2 else {
                throw NotPlanted(description: "\(name): \(file) does not have \"\(old)\" once")
            }
            texts[file] = text.replacingOccurrences(of: old, with: new)
        }
        let files = try texts.map { try folder.write($0.value, to: $0.key) }.filter { $0.hasSuffix(".c") }.sorted()
        let more =
            base == .example
            ? ["-lturbojpeg", "-lz"] : ["\(PackagePaths.root)/Examples/CBackend/identifier.c", "-ljpeg"]
        return try Self.compile(files + more, name: name, into: folder)
    }

    static func compile(_ arguments: [String], name: String, into folder: TemporaryFolder) throws -> String {
        guard let compiler = PackagePaths.clang ?? PackagePaths.executable("gcc") else {
            throw NotPlanted(description: "neither clang nor gcc is in PATH or beside swift")
        }
        let path = folder.path("lib\(name).so")
        let options = [
            "-std=c11", "-D_GNU_SOURCE", "-shared", "-fPIC", "-fvisibility=hidden", "-O1", "-g", "-pthread", "-I",
            PackagePaths.headers, "-I", "\(PackagePaths.root)/Examples/CBackend",
        ]
        let result = try Subprocess.run(compiler, options + arguments + ["-o", path])
        guard result.succeeded else { throw NotPlanted(description: result.errors) }
        return path
    }
}
