import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("picker doctor")
struct DoctorTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    let plugins: PluginFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        plugins = try PluginFolder()
        try photos.write("1.jpg")
    }

    @Test("says where it looked, what it found, what is selected and what serves the library")
    func text() async throws {
        let result = try await picker(
            "doctor", "--library", photos.path, "--backend-path", plugins.path, "--backend", "legacy-group")
        result.expectSuccess()
        #expect(result.output.contains("\(plugins.path)  (--backend-path)"))
        #expect(result.output.contains("legacy-group: selected, priority 100"))
        #expect(result.output.contains("served by legacy-group (wanted: legacy-group), authorized"))
    }

    @Test("the JSON is one document with every key")
    func json() async throws {
        let result = try await picker("doctor", "--library", photos.path, "--backend", "legacy-group", "--json")
        result.expectSuccess()
        let document = try result.json()
        #expect(
            Set(document.keys) == [
                "version", "wanted", "isolation", "confinement", "searchPath", "backends", "library",
            ])
        let library = try #require(document["library"] as? [String: Any])
        #expect(library["selected"] as? String == "legacy-group")
        #expect(library["authorization"] as? String == "authorized")
        #expect(library["root"] as? String == photos.path)
    }

    @Test("a missing library is said, and no backend serves it")
    func missingLibrary() async throws {
        let result = try await picker("doctor", "--library", photos.path("none"))
        #expect(result.status == 66, "\(result)")
        #expect(result.output.contains("cannot be opened: \(photos.path("none"))"))
    }

    @Test("each faulty plugin is listed with its reason, and the good one serves")
    func faulty() async throws {
        let names = ["crash_in_entry", "no_entry", "newer_abi", "null_functions", "open_fails"]
        let paths = try names.map { try plugins.add($0, id: $0.replacing("_", with: "-"), priority: 900) }
        let result = try await picker(
            "doctor", "--library", photos.path, "--backend-path", plugins.path, "--backend", "legacy-group")
        #expect(result.status == 0)
        for path in paths { #expect(result.output.contains(path)) }
        #expect(result.output.contains("it crashed while it was probed"))
        #expect(result.output.contains("legacy-group: selected"))
    }

    @Test("when the chosen plugin's file is removed, auto takes the next one and doctor says why")
    func removedPlugin() async throws {
        try plugins.add("good", id: "top", priority: 900)
        try plugins.addManifest("top", library: "libtop.so", priority: 900)
        let arguments = ["doctor", "--library", photos.path, "--backend-path", plugins.path]
        let before = try await picker.run(PickerProgram.path, arguments)
        #expect(before.output.contains("top: selected, priority 900, \(plugins.path)/libtop.so"))
        try plugins.remove("libtop.so")
        let after = try await picker.run(PickerProgram.path, arguments)
        #expect(after.status == 0)
        #expect(after.output.contains("unusable"))
        #expect(after.output.contains("\(plugins.path)/libtop.so: no such plugin file"), "\(after)")
        let selected = after.lines.filter { $0.contains(": selected, priority ") }
        #expect(selected.count == 1 && selected[0].contains(", \(PackagePaths.buildFolder)/"), "\(after)")
    }

    @Test("a library that a plugin needs and that is not installed is named, with what to do")
    func missingDependency() async throws {
        let path = try plugins.add("entry_from_dependency")
        try plugins.remove("libneeded_by_entry_from_dependency.so")
        let result = try await picker("doctor", "--library", photos.path, "--backend-path", plugins.path)
        #expect(result.output.contains(path))
        #expect(result.output.contains("libneeded_by_entry_from_dependency.so, which is not installed"), "\(result)")
    }
}
