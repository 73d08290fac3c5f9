import Foundation
import TestSupport
import Testing

/// The installed package is the repository's targets under another manifest, which must say the same of them.
@Suite("Packages/BackendKit/Package.swift") struct BackendKitPackageTests {
    /// A target's name and what it depends on, as a manifest lists them.
    private static func targets(_ manifest: String) throws -> [String: Set<String>] {
        let text = try String(contentsOfFile: "\(PackagePaths.root)/\(manifest)", encoding: .utf8)
        let target = #/\.target\(\s*name: "(\w+)"(?:, dependencies: \[([^\]]*)\])?/#
        return Dictionary(
            uniqueKeysWithValues: text.matches(of: target).map { match in
                let names = (match.output.2 ?? "").matches(of: #/"(\w+)"/#).map { String($0.output.1) }
                return (String(match.output.1), Set(names))
            })
    }

    /// BackendKit and all that it depends on.
    private static func closure(_ targets: [String: Set<String>]) -> Set<String> {
        var (found, new): (Set<String>, Set<String>) = ([], ["BackendKit"])
        while !new.isEmpty {
            found.formUnion(new)
            new = Set(new.flatMap { targets[$0] ?? [] }).subtracting(found)
        }
        return found
    }

    @Test("The installed package lists BackendKit and what it depends on, and nothing else")
    func targets() throws {
        let (own, all) = (try Self.targets("Packages/BackendKit/Package.swift"), try Self.targets("Package.swift"))
        let needed = Self.closure(all)
        #expect(needed.count > 3 && Set(own.keys) == needed)
        for name in needed { #expect(own[name] == all[name], "\(name)") }
    }
}
