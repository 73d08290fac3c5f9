import Foundation
import TestSupport
import Testing

@Suite("docs/abi.md") struct AbiDocumentTests {
    @Test("has C snippets that gcc compiles without a warning", .compiler("gcc"))
    func snippetsWithGCC() throws { try compileSnippets(with: Dialect.c("gcc")[0]) }

    @Test("has C snippets that clang compiles without a warning", .compiler("clang"))
    func snippetsWithClang() throws { try compileSnippets(with: Dialect.c("clang")[0]) }

    private func compileSnippets(with dialect: Dialect) throws {
        let snippets = try Self.text().matches(of: #/(?s)\n```c\n(.*?)\n```\n/#).map { String($0.1) }
        #expect(snippets.count >= 5)
        for snippet in snippets {
            let source = "#include <picker/backend_api.h>\n\(snippet)\n"
            // A snippet shows a function; it is not called.
            let options = ["-Wno-unused-function"]
            #expect(try dialect.complaints(about: source, in: TemporaryFolder(), options: options) == "", "\(snippet)")
        }
    }

    @Test("has the manifest whose keys the host reads")
    func manifest() throws {
        let json = try #require(try Self.text().firstMatch(of: #/(?s)\n```json\n(.*?)\n```\n/#)).1
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let keys = try #require(object as? [String: Any]).keys.sorted()
        #expect(keys == ["abi", "capabilities", "formats", "id", "library", "name", "priority", "schema", "version"])
    }

    @Test("numbers every rule that a header cites", arguments: HeaderSource.all)
    func citedRules(header: HeaderSource) throws {
        let headings = try Self.text().matches(of: #/(?m)^### R(\d+) /#).map { String($0.1) }
        #expect(headings == (1...19).map(String.init))
        let clauses = Set(try Self.text().matches(of: #/(?m)^\*\*(R\d+\.\d+)\*\* /#).map { String($0.1) })
        for citation in header.text.matches(of: #/\bR(\d+)(\.\d+)?\b/#) {
            #expect(citation.2 == nil ? headings.contains(String(citation.1)) : clauses.contains(String(citation.0)))
        }
    }

    @Test("explains every status code and every capability")
    func statusCodes() throws {
        let text = try Self.text()
        let status = try #require(HeaderSource.all.first { $0.name == "picker/status.h" }).text
        let backend = try #require(HeaderSource.all.first { $0.name == "picker/backend.h" }).text
        let codes = status.matches(of: #/(?m)^#define (PICKER_[A-Z_]+) +(\d+)$/#)
        let bounds: Set = ["PICKER_STATUS_TRANSIENT", "PICKER_STATUS_NEEDS_PERSON", "PICKER_STATUS_END"]
        #expect(codes.count == 26 + bounds.count)
        for code in codes where !bounds.contains(String(code.1)) {
            #expect(text.contains("| \(code.2) | `\(code.1)` |"))
        }
        for bit in backend.matches(of: #/(?m)^#define PICKER_CAPABILITY_([A-Z_]+)/#) {
            #expect(text.contains("| `\(bit.1.lowercased().replacing("_", with: "-"))` |"))
        }
    }

    @Test("lists every rule's clauses without a gap")
    func clauses() throws {
        let numbers = try Self.text().matches(of: #/(?m)^\*\*R(\d+)\.(\d+)\*\* /#).map { (Int($0.1), Int($0.2)) }
        var expected: [Int: Int] = [:]
        for (rule, clause) in numbers {
            let rule = try #require(rule)
            expected[rule, default: 0] += 1
            #expect(clause == expected[rule], "R\(rule)")
        }
        #expect(expected.keys.sorted() == Array(1...19))
    }

    private static func text() throws -> String {
        try String(contentsOfFile: PackagePaths.root + "/docs/abi.md", encoding: .utf8)
    }
}
