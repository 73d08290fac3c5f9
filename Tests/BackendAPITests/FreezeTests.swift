import Foundation
import TestSupport
import Testing

/// What `scripts/abi-layout` lets pass once the ABI is frozen: the description of today, changed as a commit might, against the one
/// of today.
@Suite("The freeze of the ABI", .compiler("python3"))
struct FreezeTests {
    private typealias Object = [String: Any]

    /// - Returns: what is said; empty: nothing.
    private func complaints(after change: (inout Object) throws -> Void) throws -> String {
        let path = PackagePaths.root + "/Sources/BackendAPI/abi-v1.json"
        let text = try Data(contentsOf: URL(fileURLWithPath: path))
        var description = try #require(try JSONSerialization.jsonObject(with: text) as? Object)
        try change(&description)
        let folder = try TemporaryFolder()
        try JSONSerialization.data(withJSONObject: description).write(to: URL(fileURLWithPath: folder.path("now.json")))
        let script = PackagePaths.root + "/scripts/abi-layout"
        let python = try #require(PackagePaths.executable("python3"))
        let result = try Subprocess.run(python, [script, "--compare", path, folder.path("now.json")])
        #expect(result.succeeded == result.errors.isEmpty, "\(result)")
        return result.errors
    }

    private func edit(
        _ kind: String, _ name: String, in description: inout Object, _ change: (inout Object) throws -> Void
    ) throws {
        var list = try #require(description[kind] as? [Object])
        let index = try #require(list.firstIndex { $0["name"] as? String == name })
        try change(&list[index])
        description[kind] = list
    }

    private func add(_ kind: String, _ entry: Object, to description: inout Object, isNewRevision: Bool = true) throws {
        description[kind] = try #require(description[kind] as? [Object]) + [entry]
        if isNewRevision { description["headerRevision"] = try #require(description["headerRevision"] as? Int) + 1 }
    }

    private static func constant(_ name: String, _ value: Any, like group: (header: String, group: String)) -> Object {
        ["name": name, "value": value, "type": "uint32_t", "header": group.header, "group": group.group, "text": ""]
    }

    private static func field(_ name: String, _ offset: Int, _ type: String = "uint32_t") -> Object {
        ["name": name, "offset": offset, "size": 4, "type": type, "text": ""]
    }

    @Test("lets pass what did not change, and other words")
    func same() throws {
        #expect(try complaints { _ in } == "")
        #expect(try complaints { try edit("structs", "picker_asset", in: &$0) { $0["text"] = "Other words." } } == "")
    }

    @Test("promises nothing of extensions that are drafts")
    func drafts() throws {
        let said = try complaints {
            try edit("structs", "picker_write_v1", in: &$0) { $0["size"] = 8 }
            try add(
                "constants", Self.constant("PICKER_ADD_TO_COME", 2, like: ("ext/write.h", "x")), to: &$0,
                isNewRevision: false)
        }
        #expect(said == "")
    }

    @Test("stops a struct that grew, lost or moved a field, and a field of another type")
    func structs() throws {
        let grown = try complaints {
            try edit("structs", "picker_asset", in: &$0) { entry in
                let size = try #require(entry["size"] as? Int)
                entry["fields"] = try #require(entry["fields"] as? [Object]) + [Self.field("face_count", size)]
                entry["size"] = size + 8
            }
        }
        #expect(grown.contains("picker_asset: its size was"))
        let renamed = try complaints {
            try edit("structs", "picker_query", in: &$0) { entry in
                var fields = try #require(entry["fields"] as? [Object])
                fields[fields.count - 1]["name"] = "reserved_2"
                entry["fields"] = fields
            }
        }
        #expect(renamed.contains("picker_query: its fields were"))
        let retyped = try complaints {
            try edit("structs", "picker_asset", in: &$0) { entry in
                var fields = try #require(entry["fields"] as? [Object])
                fields[0]["type"] = "int32_t"
                entry["fields"] = fields
            }
        }
        #expect(retyped.contains("picker_asset: its field struct_size moved, or has another size or type"))
        let removed = try complaints { description in
            let all = try #require(description["structs"] as? [Object])
            description["structs"] = all.filter { $0["name"] as? String != "picker_change" }
        }
        #expect(removed.contains("picker_change: was removed"))
    }

    @Test("stops a function with other parameters, in a table and as the entry point")
    func functions() throws {
        let table = try complaints {
            try edit("structs", "picker_library", in: &$0) { entry in
                var fields = try #require(entry["fields"] as? [Object])
                var function = try #require(fields.last?["function"] as? Object)
                function["parameters"] =
                    try #require(function["parameters"] as? [Object]) + [["name": "why", "type": "uint32_t"]]
                fields[fields.count - 1]["function"] = function
                entry["fields"] = fields
            }
        }
        #expect(table.contains("picker_library: its field close"))
        let entry = try complaints {
            try edit("entry", "picker_backend_entry_v1", in: &$0) { $0["result"] = "int64_t" }
        }
        #expect(entry.contains("picker_backend_entry_v1: its signature was"))
    }

    @Test("stops a constant that changed or went, and a header revision that went back")
    func constants() throws {
        let changed = try complaints { try edit("constants", "PICKER_OFFLINE", in: &$0) { $0["value"] = 1010 } }
        #expect(changed.contains("PICKER_OFFLINE: its value was 1005, and is 1010"))
        let removed = try complaints { description in
            let all = try #require(description["constants"] as? [Object])
            description["constants"] = all.filter { $0["name"] as? String != "PICKER_QUOTA" }
        }
        #expect(removed.contains("PICKER_QUOTA: was removed"))
        #expect(try complaints { $0["headerRevision"] = 0 }.contains("PICKER_HEADER_REVISION went back"))
    }

    @Test("lets pass a link, an extension, a format, a flag and a status that are added with a new header revision")
    func additions() throws {
        let link: Object = [
            "name": "picker_asset_faces_v1", "size": 48, "alignment": 8, "header": "record.h", "text": "",
            "fields": [Self.field("link", 0, "picker_link"), Self.field("face_count", 40, "uint64_t")],
        ]
        let function: Object = ["name": "count", "result": "picker_status", "parameters": [], "thread": "any-thread"]
        var slot = Self.field("count", 8)
        slot["function"] = function
        let table: Object = [
            "name": "picker_stacks_v1", "size": 16, "alignment": 8, "header": "ext/stacks.h", "text": "",
            "fields": [Self.field("struct_size", 0), Self.field("reserved", 4), slot],
        ]
        let id = Self.constant("PICKER_EXT_STACKS", "org.picker.stacks/1", like: ("ext/stacks.h", ""))
        let status = Self.constant("PICKER_WAKING_UP", 1042, like: ("status.h", ""))
        for (kind, entry) in [("structs", link), ("structs", table), ("constants", id), ("constants", status)] {
            #expect(try complaints { try add(kind, entry, to: &$0) } == "")
            let silent = try complaints { try add(kind, entry, to: &$0, isNewRevision: false) }
            #expect(silent.contains("added, and PICKER_HEADER_REVISION is still"), "\(entry)")
        }
    }

    @Test("stops additions that are against the rules")
    func wrongAdditions() throws {
        let bare: Object = [
            "name": "picker_mood", "size": 8, "alignment": 4, "header": "record.h", "text": "",
            "fields": [Self.field("mood", 0), Self.field("strength", 4)],
        ]
        #expect(try complaints { try add("structs", bare, to: &$0) }.contains("picker_mood: a new struct begins with"))
        let linkless: Object = [
            "name": "picker_mood", "size": 16, "alignment": 4, "header": "record.h", "text": "",
            "fields": [Self.field("struct_size", 0), Self.field("flags", 4), Self.field("mood", 8)],
        ]
        #expect(try complaints { try add("structs", linkless, to: &$0) }.contains("struct_size, flags and next"))
        let lost = Self.constant("PICKER_LOST", 4000, like: ("status.h", ""))
        #expect(try complaints { try add("constants", lost, to: &$0) }.contains("the status 4000 is in no range"))
        let taken = Self.constant("PICKER_MISLAID", 1005, like: ("status.h", ""))
        #expect(
            try complaints { try add("constants", taken, to: &$0) }.contains(
                "PICKER_OFFLINE has the value 1005 already"))
        let id = Self.constant("PICKER_EXT_MOOD", "mood", like: ("ext/mood.h", ""))
        #expect(try complaints { try add("constants", id, to: &$0) }.contains("is no id"))
        var capability: Object = [:]
        _ = try complaints { description in
            try edit("constants", "PICKER_CAPABILITY_INDEX", in: &description) { capability = $0 }
        }
        capability["name"] = "PICKER_CAPABILITY_MOOD"
        let bit = try complaints { try add("constants", capability, to: &$0) }
        #expect(bit.contains("PICKER_CAPABILITY_INDEX has the value"))
    }
}
