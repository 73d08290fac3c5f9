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
        arguments: ["", "/usr/lib/evil.so", "../evil.so", "a/../../b.so"])
    func library(path: String) throws {
        #expect(try error(["library": path]).hasPrefix("library "))
    }

    @Test(
        "A backend's manifest leads to a program for ingest in its own folder only",
        arguments: ["/usr/bin/evil", "../evil", "a/../../b"])
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
