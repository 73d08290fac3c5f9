import PhotoFixtures
import TestSupport
import Testing

@Suite("Choosing a backend")
struct BackendChoiceTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    let plugins: PluginFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        plugins = try PluginFolder()
        try photos.write("1.jpg")
    }

    @Test("by auto, by id and by path", arguments: ["auto", "legacy-group", PickerProgram.plugin])
    func good(choice: String) async throws {
        let result = try await picker("assets", "--library", photos.path, "--backend", choice)
        result.expectSuccess()
        #expect(result.lines.count == 1)
    }

    @Test("an id that no plugin has leaves no usable backend, with what to do")
    func unknownID() async throws {
        let result = try await picker("assets", "--library", photos.path, "--backend", "nope")
        result.expectFailure(69, naming: "nope", "picker doctor")
    }

    @Test("a path that leads to no plugin leaves no usable backend, and is named")
    func badPath() async throws {
        let text = try photos.surroundings.write("no plugin", to: "text.so")
        for path in [photos.path("none.so"), text] {
            let result = try await picker("assets", "--library", photos.path, "--backend", path)
            result.expectFailure(69, naming: path)
        }
    }

    @Test(
        "a plugin that breaks the rules is not used when it is asked for by path",
        arguments: [
            "crash_in_entry", "no_entry", "newer_abi", "null_functions", "entry_from_dependency", "probe_refuses",
        ])
    func faulty(name: String) async throws {
        let path = try plugins.add(name)
        let result = try await picker("assets", "--library", photos.path, "--backend", path)
        result.expectFailure(69, naming: path)
    }
}

@Suite("picker backends")
struct BackendsTests {
    let picker: PickerProgram
    let plugins: PluginFolder

    init() throws {
        picker = try PickerProgram()
        plugins = try PluginFolder()
    }

    @Test("lists what was found, in the order of auto")
    func lists() async throws {
        let result = try await picker("backends")
        result.expectSuccess()
        let rows = result.lines.map { $0.split(separator: " ").map(String.init) }
        #expect(
            rows.contains { $0.starts(with: ["legacy-group", "100", "usable"]) && $0.last == PickerProgram.plugin })
    }

    @Test("the JSON is one document with every key")
    func json() async throws {
        try plugins.add("good", id: "other", priority: 500)
        // What a later version of Picker knows is shown.
        let capabilities = ["capabilities": ["telepathy"]]
        try plugins.addManifest("other", library: "libother.so", priority: 500, changes: capabilities)
        let result = try await picker("backends", "--json", "--backend-path", plugins.path)
        result.expectSuccess()
        let entries = try #require(try result.json()["backends"] as? [[String: Any]])
        let others = entries.firstIndex { $0["id"] as? String == "other" }
        let legacyGroup = try #require(entries.firstIndex { $0["id"] as? String == "legacy-group" })
        #expect(try #require(others) < legacyGroup)
        #expect(entries[try #require(others)]["capabilities"] as? [String] == ["telepathy"])
        let keys: Set<String> = [
            "id", "name", "version", "priority", "capabilities", "formats", "path", "manifest", "status", "reason",
            "notes",
        ]
        for entry in entries { #expect(Set(entry.keys) == keys) }
        let legacy = entries[legacyGroup]
        #expect((legacy["formats"] as? [String])?.contains("public.jpeg") == true)
        #expect(legacy["status"] as? String == "usable")
        #expect((legacy["manifest"] as? String)?.hasSuffix("legacy-group.backend.json") == true)
    }

    @Test("lists each faulty plugin with its own reason beside the good one, and ends well")
    func faulty() async throws {
        let names = [
            "crash_in_constructor", "crash_in_entry", "entry_from_dependency", "newer_abi", "no_entry",
            "null_functions", "probe_refuses", "short_struct",
        ]
        let paths = try names.map { try plugins.add($0) }
        try plugins.folder.write("no plugin", to: "libtext.so")
        try plugins.folder.write("{", to: "broken.backend.json")
        let result = try await picker("backends", "--json", "--backend-path", plugins.path)
        result.expectSuccess()
        let entries = try #require(try result.json()["backends"] as? [[String: Any]])
        let reasons = entries.compactMap { entry in
            (entry["path"] as? String).map { ($0, entry["reason"] as? String) }
        }
        for path in paths + [plugins.folder.path("libtext.so"), plugins.folder.path("broken.backend.json")] {
            let entry = try #require(reasons.first { $0.0 == path }, "\(path) is not listed")
            #expect(entry.1?.contains(path) == true, "\(entry)")
        }
        // The library that one of them needs is a good backend itself.
        let usable = entries.filter { $0["status"] as? String == "usable" }.compactMap { $0["path"] as? String }
        #expect(usable.contains(PickerProgram.plugin))
        #expect(!usable.contains { $0.hasPrefix(plugins.path) && !$0.contains("/libneeded_by_") }, "\(usable)")
    }

    @Test("of two plugins with one id the first counts, the other says so")
    func twins() async throws {
        let copy = try plugins.addLegacyGroup()
        let document = try await picker("backends", "--json", "--backend-path", plugins.path).json()
        let all = try #require(document["backends"] as? [[String: Any]])
        let entries = all.filter { $0["id"] as? String == "legacy-group" }
        #expect(entries.map { $0["status"] as? String } == ["usable", "shadowed"])
        #expect(entries.first?["path"] as? String == copy)
        #expect((entries.last?["reason"] as? String)?.contains(copy) == true)
    }

    @Test("a folder of backends that is not there is named")
    func missingFolder() async throws {
        let result = try await picker("backends", "--backend-path", plugins.folder.path("none"))
        #expect(result.status == 0)
        #expect(result.output.contains(plugins.folder.path("none")))
    }
}
