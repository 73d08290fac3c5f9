import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

@Suite("Looking for backends") struct DiscoveryTests {
    private func discover(_ folder: PluginFolder, _ reason: BackendSearchPath.Reason = .option) -> BackendDiscovery {
        BackendDiscovery(BackendSearchPath(folders: [.init(path: folder.path, reason: reason)]))
    }

    @Test("Looking for backends finds a library by its manifest, once, and knows what the manifest says")
    func manifest() throws {
        let folder = try PluginFolder()
        try folder.plugins.write("", to: "liba.so")
        let manifest = try folder.addManifest(
            "a", library: "liba.so", priority: 9, changes: ["capabilities": ["observe"]])
        let found = discover(folder)
        #expect(found.candidates.map(\.path) == [folder.plugins.path("liba.so")] && found.rejected.isEmpty)
        let declared = try #require(found.candidates.first?.declared)
        #expect(declared.id == "a" && declared.priority == 9 && declared.capabilities == .observe)
        #expect(found.candidates.first?.manifestPath == manifest && found.candidates.first?.declaredABI == [1])
    }

    @Test(
        "Looking for backends finds the manifest that a build put into a folder of resources, as if it were beside it")
    func resources() throws {
        let folder = try PluginFolder()
        try folder.addManifest("a", library: "liba.so", in: "Picker_A.resources")
        #expect(discover(folder, .buildTree).candidates.map(\.path) == [folder.plugins.path("liba.so")])
    }

    @Test("Looking for backends finds a bare .so, but not in a build tree, which holds other libraries as well")
    func bare() throws {
        let folder = try PluginFolder()
        try folder.plugins.write("", to: "libb.so")
        try folder.plugins.write("", to: "notes.txt")
        #expect(discover(folder).candidates.map(\.path) == [folder.plugins.path("libb.so")])
        #expect(discover(folder).candidates.first?.declared == nil)
        #expect(discover(folder, .buildTree).candidates.isEmpty)
    }

    @Test("Looking for backends takes the folders in their order, and in each the names in theirs")
    func order() throws {
        let (one, two) = (try PluginFolder(), try PluginFolder())
        for name in ["libb.so", "liba.so"] { try one.plugins.write("", to: name) }
        try two.plugins.write("", to: "lib0.so")
        let path = BackendSearchPath(folders: one.searchPath.folders + two.searchPath.folders)
        let expected = [one.plugins.path("liba.so"), one.plugins.path("libb.so"), two.plugins.path("lib0.so")]
        #expect(BackendDiscovery(path).candidates.map(\.path) == expected)
    }

    @Test(
        "Looking for backends finds a library once, however its manifest writes the path",
        arguments: ["./liba.so", ".//liba.so"])
    func plainPath(library: String) throws {
        let folder = try PluginFolder()
        try folder.plugins.write("", to: "liba.so")
        try folder.addManifest("a", library: library)
        #expect(discover(folder).candidates.map(\.path) == [folder.plugins.path("liba.so")])
    }

    @Test("Looking for backends waits for no pipe that is called a manifest, and names it")
    func pipe() throws {
        let folder = try PluginFolder()
        let pipe = folder.plugins.path("pipe.backend.json")
        try #require(mkfifo(pipe, 0o600) == 0)
        try folder.plugins.write("", to: "libgood.so")
        let found = discover(folder)
        #expect(found.candidates.count == 1 && found.rejected.map(\.path) == [pipe])
    }

    @Test("Looking for backends goes on after a bad manifest, and names it")
    func badManifest() throws {
        let folder = try PluginFolder()
        let bad = try folder.plugins.write("{", to: "bad.backend.json")
        try folder.plugins.write("", to: "libgood.so")
        let found = discover(folder)
        #expect(found.candidates.count == 1 && found.rejected.map(\.path) == [bad])
    }

    @Test(
        "Looking for backends names a folder that the user asked for and that is not there, and says nothing of others")
    func missingFolder() throws {
        let missing = BackendSearchPath(folders: [
            .init(path: "/no/such/folder", reason: .option), .init(path: "/no/other", reason: .installation),
        ])
        let found = BackendDiscovery(missing)
        #expect(found.rejected.map(\.error.message) == ["/no/such/folder: no such folder of backends"])
        #expect(found.rejected.map(\.error.status) == [.notFound])
    }
}

@Suite("The search path of backends") struct SearchPathTests {
    @Test(
        "The search path of backends has the option's folders first, then the environment's, then those of the program")
    func order() {
        let path = BackendSearchPath.standard(given: ["/x"], environment: "/a::/b", executableFolder: "/usr/bin")
        #expect(path.folders.map(\.path) == ["/x", "/a", "/b", "/usr/lib/picker/backends"])
        #expect(path.folders.map(\.reason) == [.option, .environment, .environment, .installation])
    }

    @Test("The search path of backends of a program that is not installed ends in its own folder")
    func buildTree() {
        let path = BackendSearchPath.standard(given: [], environment: nil, executableFolder: "/src/.build/debug")
        #expect(path.folders == [.init(path: "/src/.build/debug", reason: .buildTree)])
    }

    @Test("The search path of backends knows where the running program is")
    func executable() {
        #expect(BackendSearchPath.executableFolder == PackagePaths.buildFolder)
        #expect(BackendSearchPath.standard(environment: nil).folders.last?.path == PackagePaths.buildFolder)
    }

    @Test("The search path of backends takes an empty variable for none")
    func variables() {
        setenv("PICKER_TEST_EMPTY", "", 1)
        setenv("PICKER_TEST_FULL", "a:b", 1)
        #expect(environmentVariable("PICKER_TEST_EMPTY") == nil && environmentVariable("PICKER_TEST_UNSET") == nil)
        #expect(environmentVariable("PICKER_TEST_FULL") == "a:b")
    }
}
