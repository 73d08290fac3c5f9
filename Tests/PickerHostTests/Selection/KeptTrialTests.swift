import Foundation
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("Trials that are kept", .timeLimit(.minutes(15))) struct KeptTrialTests {
    private let folder: PluginFolder
    private let cache: TemporaryFolder

    init() throws {
        folder = try PluginFolder()
        cache = try TemporaryFolder()
    }

    private var kept: KeptTrials { KeptTrials(folder: cache.path("trials")) }

    /// A helper that writes into a file each time when it is started, runs a command, and goes on as the real one.
    private func helper(_ log: String, command: String = ":") throws -> ProbeProcess {
        let script = "#!/bin/sh\necho . >> '\(log)'\n\(command)\nexec '\(PackagePaths.helper)' \"$@\"\n"
        let path = cache.path("helper")
        try Data(script.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return ProbeProcess(executable: path)
    }

    private func registry(_ probe: ProbeProcess, isolation: BackendIsolation = .inProcess) -> BackendRegistry {
        // A loader of its own, as in another process.
        BackendRegistry(
            searchPath: folder.searchPath, probe: probe, keeping: kept, loader: BackendLoader(), isolation: isolation)
    }

    private func starts(_ log: String) -> Int { (try? String(contentsOfFile: log, encoding: .utf8).count / 2) ?? 0 }

    private func files() -> [String] { (try? folderContents(kept.folder)) ?? [] }

    @Test("A plugin is tried once, until it, or the helper, is another file")
    func once() throws {
        let log = cache.path("log")
        let probe = try helper(log)
        let path = try folder.add("good", id: "one")
        for choice in [BackendChoice.auto, .id("one"), .path(path)] {
            #expect(try registry(probe).select(choice).path == path)
            #expect(starts(log) == 1 && files().count == 1)
        }
        let permissions = try FileStatus(path: "\(kept.folder)/\(files()[0])").permissions
        #expect(permissions == 0o600)
        // The same content with another time.
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 5)], ofItemAtPath: path)
        _ = try registry(probe).select(.auto)
        #expect(starts(log) == 2)
        _ = try registry(try helper(log)).select(.auto)
        #expect(starts(log) == 3)
    }

    @Test("The trial of a plugin is not kept for another file that takes its place meanwhile")
    func replaced() throws {
        let log = cache.path("log")
        let path = try folder.add("good", id: "one")
        let probe = try helper(log, command: "touch --date=2001-01-01 '\(path)'")
        for count in 1...2 {
            #expect(try registry(probe).select(.path(path)).path == path)
            #expect(starts(log) == count)
        }
    }

    @Test("Plugins that cannot run are tried each time, and so is one whose load failed or did not end")
    func failures() throws {
        let log = cache.path("log")
        let probe = try helper(log)
        let bad = try folder.add("probe_refuses", id: "refusing", priority: 9)
        for count in 1...2 {
            #expect(throws: PhotoError.self) { try registry(probe).select(.path(bad)) }
            #expect(starts(log) == count && files().isEmpty)
        }
        let path = try folder.add("good", id: "one")
        _ = try registry(probe).select(.path(path))
        let known = try #require(kept.report(of: path, probe))
        #expect(throws: PhotoError.self) {
            try kept.loading(known) { () throws(PhotoError) -> Void in
                throw PhotoError(.io, "as if it could not be loaded")
            }
        }
        #expect(kept.report(of: path, probe) == nil)
        _ = try registry(probe).select(.path(path))
        try kept.loading(try #require(kept.report(of: path, probe))) { () throws(PhotoError) -> Void in
            // What the next process sees when this one ends here.
            #expect(kept.report(of: path, probe) == nil)
        }
        #expect(kept.report(of: path, probe) != nil)
    }

    @Test("What is in the folder and is no report of this user's is none", arguments: 0..<5)
    func damage(kind: Int) throws {
        let log = cache.path("log")
        let probe = try helper(log)
        let path = try folder.add("good", id: "one")
        _ = try registry(probe).select(.auto)
        let file = "\(kept.folder)/\(try #require(files().first))"
        switch kind {
        case 0: try Data().write(to: URL(fileURLWithPath: file))
        case 1: try Data(Data(contentsOf: URL(fileURLWithPath: file)).dropLast(9)).write(to: URL(fileURLWithPath: file))
        case 2: try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
        case 3:
            try FileManager.default.moveItem(atPath: file, toPath: cache.path("moved"))
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: cache.path("moved"))
        default:
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        }
        #expect(try registry(probe).select(.auto).path == path)
        #expect(starts(log) == 2)
    }

    @Test("A plugin that is kept from a worker is refused in this process all the same, where it must be (R15.7)")
    func signalHandlers() throws {
        let probe = try helper(cache.path("log"))
        let path = try folder.add("answers/handles_signals")
        var workers = BackendIsolation.Workers(executable: PackagePaths.helper)
        workers.permitsUnconfined = true
        _ = try registry(probe, isolation: .worker(workers)).select(.path(path))
        #expect(files().count == 1)
        #expect(throws: PhotoError.self) { try registry(probe).select(.path(path)) }
    }

    @Test("A folder that cannot be made, and one that is full, do no harm")
    func folders() throws {
        let probe = try helper(cache.path("log"))
        let path = try folder.add("good", id: "one")
        let file = try cache.write("text", to: "file")
        let nowhere = BackendRegistry(
            searchPath: folder.searchPath, probe: probe, keeping: KeptTrials(folder: "\(file)/trials"),
            loader: BackendLoader())
        #expect(try nowhere.select(.auto).path == path)
        try FileManager.default.createDirectory(atPath: kept.folder, withIntermediateDirectories: true)
        for number in 0..<64 { try Data().write(to: URL(fileURLWithPath: "\(kept.folder)/\(number)")) }
        _ = try registry(probe).select(.auto)
        #expect(files().count == 1)
    }
}
