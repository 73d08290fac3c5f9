import Foundation
import TestSupport
import Testing

/// Bindings of other languages are made from this file.
@Suite("abi-v1.json") struct DescriptionTests {
    private static let path = "\(PackagePaths.root)/Sources/BackendAPI/abi-v1.json"

    private struct Description: Decodable {
        struct Function: Decodable {
            struct Parameter: Decodable {
                let name: String
                let type: String
                let direction: String
            }
            let name: String
            let result: String
            let parameters: [Parameter]
            let thread: String?
            let returns: [String]
            let text: String
        }
        struct Field: Decodable {
            let name: String
            let function: Function?
            let constants: [String]?
        }
        struct Struct: Decodable {
            let name: String
            let text: String
            let fields: [Field]
        }
        struct Constant: Decodable {
            let name: String
            let text: String
            let group: String
        }
        let entry: [Function]
        let structs: [Struct]
        let constants: [Constant]
    }

    private let description: Description

    init() throws {
        description = try JSONDecoder().decode(
            Description.self, from: Data(contentsOf: URL(fileURLWithPath: Self.path)))
    }

    private var functions: [Description.Function] {
        description.entry + description.structs.flatMap(\.fields).compactMap(\.function)
    }

    @Test("says of every function on which threads it may be called, and what each parameter is for")
    func functionsAreWhole() {
        #expect(functions.count > 40)
        let tags = ["any-thread", "library-thread", "worker-thread", "call-thread"]
        let directions = ["context", "in", "out", "call", "sink", "error"]
        for function in functions {
            #expect(function.thread.map(tags.contains) == true, "\(function.name)")
            for parameter in function.parameters {
                #expect(directions.contains(parameter.direction), "\(function.name): \(parameter.name)")
            }
        }
    }

    @Test("names only constants that there are, with every family of flags in place")
    func constants() throws {
        let known = Set(description.constants.map(\.name))
        for function in functions { #expect(Set(function.returns).isSubset(of: known), "\(function.name)") }
        let fields = description.structs.flatMap { type in type.fields.map { ("\(type.name).\($0.name)", $0.constants) }
        }
        for (name, constants) in fields { #expect(Set(constants ?? []).isSubset(of: known), "\(name)") }
        let flags = try #require(fields.first { $0.0 == "picker_query.flags" }?.1)
        let names = [
            "FAVORITES", "CREATED_FROM", "CREATED_BEFORE", "RATINGS", "TEXT", "PLACE", "CONTENT_TYPES", "BYTES_FROM",
            "BYTES_BELOW",
        ]
        #expect(flags == names.map { "PICKER_QUERY_\($0)" })
    }

    @Test("has words for all that people read about")
    func words() {
        for type in description.structs { #expect(!type.text.isEmpty, "\(type.name)") }
        for constant in description.constants { #expect(!(constant.text + constant.group).isEmpty, "\(constant.name)") }
    }

    @Test("is enough to call a plugin from another language")
    func enough() throws {
        let script = "\(PackagePaths.root)/Tests/BackendAPITests/call_by_description.py"
        let plugin = "\(PackagePaths.buildFolder)/libLegacyGroupBackend.so"
        let result = try Subprocess.run("/usr/bin/env", ["python3", script, Self.path, plugin])
        #expect(result.succeeded, "\(result.errors)")
        #expect(result.output.hasPrefix("legacy-group\n"), "\(result.output)")
    }
}
