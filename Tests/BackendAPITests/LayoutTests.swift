import Foundation
import TestSupport
import Testing

@Suite("The layout of the ABI") struct LayoutTests {
    @Test("is what the snapshot and the assertions say")
    func unchanged() throws {
        let result = try Subprocess.run(PackagePaths.root + "/scripts/abi-layout", ["--check"])
        #expect(result.succeeded, "\(result.errors)")
    }

    @Test("is in the snapshot for every struct and field", arguments: HeaderStruct.all)
    func complete(structure: HeaderStruct) throws {
        let section = try #require(try Self.sections.get()[structure.name], "missing in abi-v1.layout")
        #expect(section.count == structure.members.count)
        for (member, line) in zip(structure.members, section) {
            let name = try #require(line.firstMatch(of: #/^  \d+ \+\d+ (\w+): /#)).1
            #expect(member.contains(try Regex("\\b\(name)\\b")), "\(line)")
        }
    }

    @Test("has no gap, whose bytes would not be set", arguments: HeaderStruct.all)
    func withoutPadding(structure: HeaderStruct) throws {
        var end = 0
        for line in try Self.sections.get()[structure.name] ?? [] {
            let field = try #require(line.firstMatch(of: #/^  (\d+) \+(\d+) /#))
            #expect(Int(field.1) == end, "\(line)")
            end += Int(field.2) ?? 0
        }
        #expect(try Self.size(of: structure.name) == end)
    }

    @Test("is asserted for every field")
    func asserted() throws {
        let assertions = try read("layout.c")
        for (name, fields) in try Self.sections.get() {
            #expect(assertions.contains("STRUCT(\(name), "))
            #expect(assertions.split(separator: "\n").count { $0.hasPrefix("FIELD(\(name), ") } == fields.count)
        }
    }

    @Test("fails to compile when an assertion does not hold")
    func assertionsBite() throws {
        let folder = try TemporaryFolder()
        let changed = try read("layout.c")
            .replacing("FIELD(picker_asset, flags, 4, 4)", with: "FIELD(picker_asset, flags, 8, 4)")
        let file = try folder.write(changed, to: "layout.c")
        let failure = #expect(throws: CCompiler.Failed.self) {
            try CCompiler.run(CCompiler.language + ["-fsyntax-only", file])
        }
        #expect(failure?.errors.contains("picker_asset.flags moved or changed its size") == true)
    }

    /// The lines of each struct in the snapshot.
    private static let sections = Result {
        var sections: [String: [String]] = [:]
        var current = ""
        for line in try read("abi-v1.layout").split(separator: "\n") {
            if let structure = line.firstMatch(of: #/^struct (\w+) /#) {
                current = String(structure.1)
                sections[current] = []
            } else if line.hasPrefix("  ") {
                sections[current]?.append(String(line))
            }
        }
        return sections
    }

    private static func size(of name: String) throws -> Int? {
        let line = try read("abi-v1.layout").firstMatch(of: Regex<(Substring, Substring)>("struct \(name) size (\\d+)"))
        return line.flatMap { Int($0.1) }
    }
}

private func read(_ name: String) throws -> String {
    try String(contentsOfFile: PackagePaths.root + "/Sources/BackendAPI/" + name, encoding: .utf8)
}
