import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

@Suite("Choosing a backend", .timeLimit(.minutes(15))) struct SelectionTests {
    @Test("Choosing a backend automatically takes the highest priority; without its file, the next")
    func priority() throws {
        let folder = try PluginFolder()
        try folder.add("good", id: "low", priority: -3)
        let high = try folder.add("good", id: "high", priority: 30)
        try folder.add("good", id: "middle", priority: 20)
        #expect(try folder.registry.select(.auto).info.id == "high")
        try FileManager.default.removeItem(atPath: high)
        #expect(try folder.registry.select(.auto).info.id == "middle")
        #expect(folder.registry.listings().map(\.description?.id) == ["middle", "low"])
    }

    @Test("Choosing a backend automatically takes none that opens something else than its manifest says (R3.2)")
    func wrongManifest() throws {
        let folder = try PluginFolder()
        try folder.add("on_a_shelf", id: "shelf")
        try folder.addManifest("shelf", library: "libshelf.so", priority: 50)
        try folder.add("good", id: "folders", priority: 1)
        #expect(try folder.registry.select(.auto).info.id == "folders")
    }

    @Test("Choosing a backend automatically goes by the priority that a plugin says itself, not by its manifest's")
    func boastingManifest() throws {
        let folder = try PluginFolder()
        try folder.add("good", id: "boast", priority: 1)
        try folder.addManifest("boast", library: "libboast.so", priority: 900)
        try folder.add("good", id: "usual", priority: 100)
        #expect(try folder.registry.select(.auto).info.id == "usual")
        #expect(folder.registry.listings().map(\.description?.priority) == [100, 1])
    }

    @Test("Choosing a backend automatically says why a manifest's plugin is not taken when its file is gone")
    func removedFile() throws {
        let folder = try PluginFolder()
        try folder.addManifest("gone", library: "libgone.so", priority: 50)
        try folder.add("good", id: "there")
        #expect(try folder.registry.select(.auto).info.id == "there")
        let listing = try #require(folder.registry.listings().last)
        #expect(listing.description?.id == "gone" && listing.manifestPath != nil)
        let path = folder.plugins.path("libgone.so")
        #expect(listing.verdict == .unusable(PhotoError(.notFound, "\(path): no such plugin file")))
    }

    @Test("Choosing a backend of equal priority takes the first of the search path")
    func ties() throws {
        let folder = try PluginFolder()
        try folder.add("good", as: "z", id: "first-by-name", priority: 5)
        try folder.add("good", as: "a", id: "a-by-file", priority: 5)
        #expect(try folder.directRegistry.select(.auto).info.id == "a-by-file")
    }

    @Test("Choosing a backend by id takes that one, whatever its priority")
    func byIdentifier() throws {
        let folder = try PluginFolder()
        try folder.add("good", id: "low", priority: -3)
        try folder.add("good", id: "high", priority: 30)
        #expect(try folder.registry.select(.id("low")).info.priority == -3)
        let error = #expect(throws: PhotoError.self) { try folder.registry.select(.id("none")) }
        #expect(error?.message == "no usable backend \"none\": none was found in \(folder.path); see picker doctor")
    }

    @Test("Choosing a backend by path takes that file, also outside of the search path")
    func byPath() throws {
        let path = try PluginFolder().add("good", id: "elsewhere")
        _ = path
        let elsewhere = try PluginFolder()
        let plugin = try elsewhere.add("good", id: "elsewhere")
        #expect(try PluginFolder().registry.select(.path(plugin)).info.id == "elsewhere")
    }

    @Test("Choosing a backend fails with every reason when none can be used")
    func noneUsable() throws {
        let folder = try PluginFolder()
        try folder.add("newer_abi", id: "newer")
        try folder.add("probe_refuses", id: "refusing")
        let text = try folder.plugins.write("text", to: "libtext.so")
        let broken = try folder.plugins.write("{", to: "broken.backend.json")
        let error = #expect(throws: PhotoError.self) { try folder.registry.select(.auto) }
        let message = try #require(error?.message)
        #expect(error?.status == .unsupported && message.hasPrefix("no usable backend: "))
        for reason in ["it speaks ABI 2 and later", "libphotons7", "\(text): ", "\(broken): not a backend manifest"] {
            #expect(message.contains(reason))
        }
    }

    @Test("Choosing a backend fails with a missing folder of the option's, and with where it looked")
    func nothing() throws {
        let missing = BackendSearchPath(folders: [.init(path: "/no/such/folder", reason: .option)])
        let error = #expect(throws: PhotoError.self) { try BackendRegistry(searchPath: missing).select(.auto) }
        #expect(error?.message == "no usable backend: /no/such/folder: no such folder of backends; see picker doctor")
    }

    @Test("Choosing a backend does not run a plugin whose manifest speaks another ABI")
    func declaredABI() throws {
        let folder = try PluginFolder()
        // It would hang.
        try folder.add("hang_in_entry", as: "future")
        try folder.addManifest("future", library: "libfuture.so", changes: ["abi": [2, 3]])
        let error = #expect(throws: PhotoError.self) { try folder.registry.select(.auto) }
        #expect(error?.message.contains("libfuture.so: it speaks ABI 2, 3, this host 1") == true)
    }

    @Test("Choosing a backend refuses a plugin that is not what its manifest calls it")
    func otherIdentity() throws {
        let folder = try PluginFolder()
        let path = try folder.add("good", id: "wolf")
        try folder.addManifest("sheep", library: "libwolf.so")
        let error = #expect(throws: PhotoError.self) { try folder.registry.select(.id("sheep")) }
        #expect(error?.message.contains("\(path): its manifest calls it \"sheep\", it calls itself \"wolf\"") == true)
    }

    @Test("A plugin whose runtime handles signals is not loaded into this process, and runs in a worker (R15.7)")
    func signalHandlers() async throws {
        let folder = try PluginFolder()
        let path = try folder.add("answers/handles_signals")
        func open(_ isolation: BackendIsolation, probe: ProbeProcess? = .besideTests) async throws {
            let registry = BackendRegistry(searchPath: folder.searchPath, probe: probe, isolation: isolation)
            let configuration = LibraryConfiguration(root: folder.photos.path, backend: .path(path))
            try await PhotoLibrary.open(configuration, registry: registry).close()
        }
        let error = await #expect(throws: PhotoError.self) { try await open(.inProcess) }
        #expect(error?.status == .unsupported && error?.message.contains("runs in a worker alone") == true)
        // Also where no other process can try it.
        let untried = await #expect(throws: PhotoError.self) { try await open(.inProcess, probe: nil) }
        #expect(untried?.status == .unsupported)
        try await open(.worker(.init(executable: PackagePaths.helper)))
    }
}

@Suite("Plugins with one id", .timeLimit(.minutes(15))) struct DuplicateTests {
    @Test("Plugins with one id count as the first of the search path, also when the second has the higher priority")
    func shadowed() throws {
        let (one, two) = (try PluginFolder(), try PluginFolder())
        let first = try one.add("good", id: "twin", priority: 1)
        let second = try two.add("good", id: "twin", priority: 90)
        let path = BackendSearchPath(folders: one.searchPath.folders + two.searchPath.folders)
        let registry = BackendRegistry(searchPath: path, probe: nil)
        let verdicts = Dictionary(uniqueKeysWithValues: registry.listings().map { ($0.path, $0.verdict) })
        #expect(verdicts == [first: .usable, second: .shadowed(by: first)])
        #expect(registry.listings().first?.path == first)
        #expect(try registry.select(.auto).path == first && registry.select(.id("twin")).path == first)
    }

    @Test("Plugins with one id count as the second when the first cannot run")
    func firstUnusable() throws {
        let (one, two) = (try PluginFolder(), try PluginFolder())
        try one.add("probe_refuses", id: "twin", priority: 1)
        let second = try two.add("good", id: "twin", priority: 1)
        let path = BackendSearchPath(folders: one.searchPath.folders + two.searchPath.folders)
        #expect(try BackendRegistry(searchPath: path, probe: nil).select(.auto).path == second)
    }
}

@Suite("The choice of a backend") struct BackendChoiceTests {
    @Test(
        "The choice of a backend is a path when it has a slash or ends in .so, else an id",
        arguments: [
            ("auto", BackendChoice.auto), ("heif", .id("heif")), ("./auto", .path("./auto")), ("x.so", .path("x.so")),
            ("/a/b", .path("/a/b")), ("", .id("")),
        ])
    func parsing(text: String, choice: BackendChoice) {
        #expect(BackendChoice(text) == choice && choice.description == text)
    }
}

@Suite("A listing of backends", .timeLimit(.minutes(15))) struct ListingTests {
    @Test("A listing of backends has what a plugin says of itself, also when it refuses to run")
    func descriptions() throws {
        let folder = try PluginFolder()
        try folder.add("probe_refuses", id: "refusing", priority: 4)
        let listing = try #require(folder.registry.listings().first)
        #expect(listing.description?.name == "Minimal (refusing)" && listing.description?.priority == 4)
        #expect(listing.description?.formats == ["public.pbm"] && !listing.isUsable)
        #expect(listing.folder?.reason == .option)
    }

    @Test("A listing of backends puts what cannot be used last, and rejected manifests after it")
    func order() throws {
        let folder = try PluginFolder()
        try folder.add("newer_abi", as: "a")
        try folder.add("good", id: "usable", priority: -99)
        try folder.plugins.write("[]", to: "0.backend.json")
        let paths = folder.registry.listings().map(\.path.lastPathComponent)
        #expect(paths == ["libusable.so", "liba.so", "0.backend.json"])
    }
}
