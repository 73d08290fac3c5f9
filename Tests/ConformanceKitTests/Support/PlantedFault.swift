import Foundation
import TestSupport

@testable import ConformanceKit

/// A fault that is planted into the text of a conforming backend, and the check that must find it.
struct PlantedFault: Sendable, CustomStringConvertible {
    enum Base: String, CaseIterable {
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
        self.init(name, check, base, changes: changes)
    }

    init(_ name: String, _ check: String, _ base: Base, changes: [(file: String, old: String, new: String)]) {
        self.name = name
        self.check = check
        self.base = base
        self.changes = changes
    }

    struct NotPlanted: Error, CustomStringConvertible { let description: String }

    /// Makes the plugin, and answers its path.
    func make(in folder: TemporaryFolder) throws -> String {
        let objects = try base.objects.get()
        var texts: [String: String] = [:]
        for (file, old, new) in changes {
            let text = try texts[file] ?? String(contentsOfFile: "\(base.folder)/\(file)", encoding: .utf8)
            guard text.components(separatedBy: old).count == 2 else {
                throw NotPlanted(description: "\(name): \(file) does not have \"\(old)\" once")
            }
            texts[file] = text.replacingOccurrences(of: old, with: new)
        }
        // A changed header is read by every file beside it.
        let isOfHeader = texts.keys.contains { $0.hasSuffix(".h") }
        for file in try base.sources where isOfHeader && texts[file] == nil {
            texts[file] = try String(contentsOfFile: "\(base.folder)/\(file)", encoding: .utf8)
        }
        var files: [String] = []
        for (file, text) in texts {
            let path = try folder.write(text, to: file)
            if file.hasSuffix(".c") { files.append(path) }
        }
        for (file, object) in objects where texts[file] == nil {
            let path = folder.path("\(file).o")
            try object.write(to: URL(fileURLWithPath: path))
            files.append(path)
        }
        return try Self.compile(files.sorted() + base.libraries, name: name, into: folder)
    }

    static func compile(_ arguments: [String], name: String, into folder: TemporaryFolder) throws -> String {
        let path = folder.path("lib\(name).so")
        try clang(["-shared"] + arguments + ["-o", path])
        return path
    }

    fileprivate static func clang(_ arguments: [String], in folder: String? = nil) throws {
        let searched = Base.allCases.flatMap { ["-I", $0.folder] }
        try CCompiler.run(CCompiler.plugin + ["-D_GNU_SOURCE"] + searched + arguments, in: folder)
    }
}

extension PlantedFault.Base {
    fileprivate var folder: String { "\(PackagePaths.root)/\(rawValue)" }

    fileprivate var sources: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".c") } }
    }

    fileprivate var libraries: [String] { self == .example ? ["-lturbojpeg", "-lz"] : ["-ljpeg"] }

    /// The compiled files of the backend without a fault, by the names of their sources.
    fileprivate var objects: Result<[String: Data], any Error> {
        self == .example ? Self.objectsOfExample : Self.objectsOfFolder
    }

    // Compiled once for the test run: most faults change one file of a dozen, and compiling takes longer than a check.
    private static let objectsOfExample = Result { try compiled(.example) }
    private static let objectsOfFolder = Result { try compiled(.folder, "\(Self.example.folder)/identifier.c") }

    private static func compiled(_ base: Self, _ more: String...) throws -> [String: Data] {
        let folder = try TemporaryFolder()
        try PlantedFault.clang(["-c"] + base.sources.map { "\(base.folder)/\($0)" } + more, in: folder.path)
        var objects: [String: Data] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasSuffix(".o") {
            objects["\(file.dropLast(2)).c"] = try Data(contentsOf: URL(fileURLWithPath: folder.path(file)))
        }
        return objects
    }
}
