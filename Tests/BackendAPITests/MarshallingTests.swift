import Foundation
import TestSupport
import Testing

/// What `scripts/abi-layout` makes for workers of headers that have more than those of today.
@Suite("The marshalling that is made of the headers", .compiler("python3"))
struct MarshallingTests {
    private typealias Object = [String: Any]

    private static func field(_ name: String, _ type: String, count: String? = nil) -> Object {
        var field: Object = ["name": name, "offset": 0, "size": 8, "type": type, "text": ""]
        field["count"] = count
        return field
    }

    private static func function(
        _ name: String, _ parameters: [(name: String, type: String, direction: String)]
    ) -> Object {
        let function: Object = [
            "name": name, "result": "picker_status", "thread": "worker-thread", "returns": [], "text": "",
            "parameters": parameters.map { ["name": $0.name, "type": $0.type, "direction": $0.direction] },
        ]
        return ["name": name, "offset": 0, "size": 8, "type": "picker_status (*)()", "text": "", "function": function]
    }

    /// Headers with a record of tags, its sink, and a function of libraries that emits them.
    ///
    /// - Parameter argument: the type of what the function takes.
    private func addTags(to description: inout Object, argument: String = "picker_string") throws {
        let head = [Self.field("struct_size", "uint32_t"), Self.field("flags", "uint32_t")]
        let tag: Object = [
            "name": "picker_tag", "size": 40, "text": "",
            "fields": head + [
                Self.field("next", "const picker_link *"), Self.field("name", "picker_string"),
                Self.field("aliases", "const picker_string *", count: "alias_count"),
                Self.field("alias_count", "uint64_t"), Self.field("asset", "const picker_asset *"),
                Self.field("weight", "double"),
            ],
        ]
        let emit = Self.function("emit", [("context", "void *", "context"), ("tag", "const picker_tag *", "in")])
        let sink: Object = [
            "name": "picker_tag_sink", "size": 24, "text": "",
            "fields": head + [Self.field("context", "void *"), emit],
        ]
        var structs = try #require(description["structs"] as? [Object]) + [tag, sink]
        let library = try #require(structs.firstIndex { $0["name"] as? String == "picker_library" })
        let tags = Self.function(
            "tags",
            [
                ("context", "void *", "context"), ("local_identifier", argument, "in"),
                ("sink", "const picker_tag_sink *", "sink"), ("call", "const picker_call *", "call"),
                ("error", "picker_error *", "error"),
            ])
        structs[library]["fields"] = try #require(structs[library]["fields"] as? [Object]) + [tags]
        description["structs"] = structs
    }

    private func made(of change: (inout Object) throws -> Void) throws -> (files: [String: String], errors: String) {
        let text = try Data(contentsOf: URL(fileURLWithPath: PackagePaths.root + "/Sources/BackendAPI/abi-v1.json"))
        var description = try #require(try JSONSerialization.jsonObject(with: text) as? Object)
        try change(&description)
        let folder = try TemporaryFolder()
        try JSONSerialization.data(withJSONObject: description).write(to: URL(fileURLWithPath: folder.path("now.json")))
        let python = try #require(PackagePaths.executable("python3"))
        let script = PackagePaths.root + "/scripts/abi-layout"
        let result = try Subprocess.run(
            python, [script, "--marshalling", folder.path("now.json"), folder.path("made")])
        guard result.succeeded else { return ([:], result.errors) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("made"))
        let files = try names.map { ($0, try String(contentsOfFile: folder.path("made") + "/" + $0, encoding: .utf8)) }
        return (Dictionary(uniqueKeysWithValues: files), result.errors)
    }

    @Test("passes on a function that the headers gained, with its record and all that this points to")
    func newFunction() throws {
        let files = try made { try addTags(to: &$0) }.files
        let expected = [
            "Operation.swift": ["case libraryTags"],
            "HostCalls.swift": [
                "static func libraryTags(", "made.concern(localIdentifier)",
                "try writer.raw(localIdentifier.data, localIdentifier.length)",
            ],
            "ProxyTables.swift": ["table.tags = { context, localIdentifier, sink, call, error in"],
            "ServedCalls.swift": [
                "case .libraryTags: try libraryTags(&run)",
                "library.tags?(library.context, localIdentifier, sink, call, error)",
            ],
            "Sinks.swift": ["var tagSink: picker_tag_sink", "_ sink: UnsafePointer<picker_tag_sink>"],
            "WireStructs.swift": [
                "picker_tag.self", "try wire.string(&name)", "try wire.strings(&aliases, &alias_count)",
                "try wire.record(&asset)",
            ],
            "LinkedStructs.swift": ["extension picker_tag: LinkedStruct {}"],
        ]
        for (file, lines) in expected {
            let text = try #require(files[file])
            for line in lines { #expect(text.contains(line), "\(file): \(line)") }
        }
    }

    @Test("stops at a parameter or a field of a kind that it does not know, and names it")
    func unknownKinds() throws {
        let parameter = try made { try addTags(to: &$0, argument: "const uint32_t *") }.errors
        #expect(parameter.contains("picker_library.tags: how const uint32_t * local_identifier crosses is not known"))
        #expect(!parameter.contains("Traceback"))
        let field = try made { description in
            var structs = try #require(description["structs"] as? [Object])
            let asset = try #require(structs.firstIndex { $0["name"] as? String == "picker_asset" })
            let fields = try #require(structs[asset]["fields"] as? [Object])
            structs[asset]["fields"] = fields + [Self.field("sizes", "const uint64_t *")]
            description["structs"] = structs
        }.errors
        #expect(field.contains("picker_asset.sizes: how does const uint64_t * cross to a worker?"))
    }
}
