import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

@Suite("A backend's manifest") struct ManifestTests {
    private func error(_ changes: [String: Any?]) throws -> String {
        let folder = try PluginFolder()
        let path = try folder.addManifest("some-id", library: "lib.so", changes: changes)
        let error = #expect(throws: PhotoError.self) { try BackendManifest(path: path) }
        #expect(error?.status == .invalidArgument)
        let message = try #require(error?.message)
        let prefix = "\(path): not a backend manifest: "
        #expect(message.hasPrefix(prefix))
        return String(message.dropFirst(prefix.count))
    }

    @Test("A backend's manifest is read as it is written")
    func good() throws {
        let folder = try PluginFolder()
        let path = try folder.addManifest(
            "legacy-group", library: "sub/lib.so", priority: -100,
            changes: ["abi": [1, 3], "capabilities": ["observe", "telepathy", "video"]])
        let manifest = try BackendManifest(path: path)
        #expect(manifest.library == "sub/lib.so" && manifest.abi == [1, 3])
        let description = manifest.info
        #expect(description.id == "legacy-group" && description.name == "Name of legacy-group")
        #expect(description.version == "1.0.0" && description.priority == -100)
        #expect(description.capabilities == [.observe, .video] && description.formats == ["public.pbm"])
        #expect(manifest.unknownCapabilities == ["telepathy"])
    }

    @Test(
        "A backend's manifest that lacks a key is refused with the key's name",
        arguments: [
            "schema", "id", "name", "version", "abi", "library", "priority", "capabilities", "formats",
        ])
    func missingKey(key: String) throws {
        #expect(try error([key: Optional<Any>.none as Any?]).contains("\"\(key)\""))
    }

    @Test("A backend's manifest with a value of the wrong type is refused with the key's name")
    func wrongType() throws {
        #expect(try error(["priority": "high"]) == "\"priority\" has the wrong type")
        #expect(try error(["abi": ["lowest": 1, "highest": 1]]) == "\"abi\" has the wrong type")
        #expect(try error(["formats": "public.jpeg"]) == "\"formats\" has the wrong type")
    }

    @Test("A backend's manifest says what the backend asks for; by itself a setting is plain text and not required")
    func settings() throws {
        let folder = try PluginFolder()
        let settings: [[String: Any]] = [
            ["key": "api-key", "secret": true],
            [
                "key": "depth", "title": "Depth", "help": "How deep.", "type": "number", "required": true,
                "default": "3",
            ],
            ["key": "color", "type": "choice", "choices": ["red", "green"]],
            ["key": "insecure", "type": "flag"],
        ]
        let path = try folder.addManifest("some-id", library: "lib.so", changes: ["settings": settings])
        let read = try BackendManifest(path: path).info.settings
        let expected = [
            SettingDescription(key: "api-key", title: "api-key", isSecret: true),
            SettingDescription(
                key: "depth", title: "Depth", help: "How deep.", kind: .number, isRequired: true, defaultValue: "3"),
            SettingDescription(key: "color", title: "color", kind: .choice, choices: ["red", "green"]),
            SettingDescription(key: "insecure", title: "insecure", kind: .flag),
        ]
        #expect(read == expected)
    }

    @Test("A backend's manifest with a setting that cannot be set is refused with the setting's name")
    func badSetting() throws {
        let key = try error(["settings": [["key": "API key"]]])
        #expect(key == "the key \"API key\" of a setting is not like an id")
        let type = try error(["settings": [["key": "depth", "type": "float"]]])
        #expect(type == "the type \"float\" of depth is none of text, number, flag and choice")
        #expect(try error(["settings": [["title": "Depth"]]]) == "\"key\" is missing")
    }

    @Test("A backend's manifest says what the backend takes from the machine, and what is not known is passed over")
    func machine() throws {
        let folder = try PluginFolder()
        let plain = try BackendManifest(path: try folder.addManifest("plain", library: "lib.so"))
        #expect(!plain.info.requiresNetwork && plain.info.runtime.isEmpty && plain.info.schemes.isEmpty)
        #expect(plain.ingest == nil && plain.unknownCapabilities.isEmpty)
        let changes: [String: Any?] = [
            "requires": ["patience", "network"], "runtime": ["threads", "telepathy", "signal-handlers"],
            "schemes": ["shelf+http", "shelf+https"], "ingest": "./bin/bring",
        ]
        let full = try BackendManifest(path: try folder.addManifest("full", library: "lib.so", changes: changes))
        #expect(full.info.requiresNetwork && full.info.runtime == [.threads, .signalHandlers])
        #expect(full.info.schemes == ["shelf+http", "shelf+https"] && full.ingest == "bin/bring")
    }

    @Test("A backend's manifest with a number that does not fit is refused with the key's name")
    func outOfRange() throws {
        #expect(try error(["priority": 5_000_000_000]) == "\"priority\" is out of range")
        #expect(try error(["abi": [-1, 1]]) == "\"abi\" is out of range")
    }

    @Test("A backend's manifest of another schema is refused, and says which, whatever that schema makes of other keys")
    func schema() throws {
        #expect(try error(["schema": 2]) == "schema 2 is not 1, which this host reads")
        #expect(try error(["schema": 2, "abi": nil, "priority": "high"]) == "schema 2 is not 1, which this host reads")
    }

    @Test(
        "A backend's manifest with a bad id is refused",
        arguments: ["", "UPPER", "a b", "ä", String(repeating: "x", count: 65)])
    func badIdentifier(id: String) throws {
        #expect(try error(["id": id]).contains("the id must be"))
    }

    @Test("A backend's manifest that names no version of the ABI is refused")
    func noVersion() throws {
        #expect(try error(["abi": [Int]()]) == "\"abi\" names no version")
    }

    @Test(
        "A backend's manifest leads to a library in its own folder only",
        arguments: ["", "./", "/usr/lib/evil.so", "../evil.so", "a/../../b.so"])
    func library(path: String) throws {
        #expect(try error(["library": path]).hasPrefix("library "))
    }

    @Test(
        "A backend's manifest leads to a program for ingest in its own folder only",
        arguments: ["", ".", "/usr/bin/evil", "../evil", "a/../../b"])
    func ingest(path: String) throws {
        #expect(try error(["ingest": path]).hasPrefix("ingest "))
    }

    @Test(
        "A backend's manifest that is not JSON is refused", arguments: ["", "{", "[1]", "\u{0}\u{1}", "{\"schema\" 1}"])
    func broken(text: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "x.backend.json")
        let error = #expect(throws: PhotoError.self) { try BackendManifest(path: path) }
        #expect(
            error?.status == .invalidArgument && error?.message.hasPrefix("\(path): not a backend manifest: ") == true)
        #expect(text == "[1]" || error?.message.hasSuffix("it is not valid JSON") == true)
    }

    @Test("A backend's manifest that cannot be read is an I/O error")
    func unreadable() throws {
        let error = #expect(throws: PhotoError.self) { try BackendManifest(path: "/no/such.backend.json") }
        #expect(error == PhotoError(.io, "/no/such.backend.json: cannot be read"))
    }
}
