import BackendWorker
import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

@Suite("A host that requires conformance reports") struct RequiredReportTests {
    let folder: PluginFolder
    let reports: TemporaryFolder
    let plugin: String

    init() throws {
        folder = try PluginFolder()
        reports = try TemporaryFolder()
        plugin = try folder.add("good")
    }

    private var registry: BackendRegistry {
        BackendRegistry(
            searchPath: folder.searchPath, probe: nil, requiring: RequiredReports(folders: [reports.path]))
    }

    /// The digest as another program computes it.
    private func digest(of file: String? = nil) throws -> String {
        let result = try Subprocess.run("sha256sum", [file ?? plugin])
        return try String(#require(result.output.split(separator: " ").first))
    }

    private func writeReport(sha256: String, verdict: Int = 0, filter: String? = nil, schema: Int = 1) throws {
        var report: [String: Any] = ["schema": schema, "sha256": sha256, "verdict": verdict, "checks": [String]()]
        report["filter"] = filter
        let data = try JSONSerialization.data(withJSONObject: report)
        try data.write(to: URL(fileURLWithPath: reports.path("any name.json")))
    }

    @Test("A host that requires conformance reports takes a plugin whose report is good")
    func taken() throws {
        try writeReport(sha256: digest())
        #expect(registry.listings().map(\.isUsable) == [true])
        #expect(try registry.select(.path(plugin)).path == plugin)
    }

    @Test("A host that requires conformance reports takes none without a report, and says what to do")
    func missing() throws {
        let listing = try #require(registry.listings().first)
        guard case .unusable(let error) = listing.verdict else {
            Issue.record("\(listing.verdict)")
            return
        }
        #expect(error.status == .accessDenied && error.message.contains("picker conformance --report"))
        #expect(error.message.contains(try digest()))
        #expect(throws: PhotoError.self) { try registry.select(.auto) }
        #expect(throws: PhotoError.self) { try registry.select(.path(plugin)) }
    }

    @Test(
        "A host that requires conformance reports takes none whose report is of another file, a bad one, a part of one, or of another format"
    )
    func wrong() throws {
        let digest = try digest()
        try writeReport(sha256: String(repeating: "0", count: 64))
        #expect(!registry.listings()[0].isUsable)
        try writeReport(sha256: digest, verdict: 1)
        #expect(!registry.listings()[0].isUsable)
        try writeReport(sha256: digest, filter: "static.")
        #expect(!registry.listings()[0].isUsable)
        try writeReport(sha256: digest, schema: 2)
        #expect(!registry.listings()[0].isUsable)
    }

    @Test("A host that requires conformance reports takes a plugin no longer when its file is another")
    func changed() throws {
        try writeReport(sha256: digest())
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: plugin))
        try file.seekToEnd()
        try file.write(contentsOf: Data([0]))
        try file.close()
        #expect(!registry.listings()[0].isUsable)
    }

    @Test("A host that requires conformance reports does not load a file that took a plugin's place while it was tried")
    func replaced() throws {
        try writeReport(sha256: digest())
        let other = try PluginStore.path("good", id: "other")
        let script = """
            #!/bin/sh
            cp '\(other)' '\(plugin).new' && mv '\(plugin).new' '\(plugin)'
            exec '\(PackagePaths.helper)' "$@"

            """
        let helper = reports.path("helper")
        try Data(script.utf8).write(to: URL(fileURLWithPath: helper))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: helper)
        let registry = BackendRegistry(
            searchPath: folder.searchPath, probe: ProbeProcess(executable: helper, milliseconds: 60_000),
            loader: BackendLoader(), requiring: RequiredReports(folders: [reports.path]))
        let error = #expect(throws: PhotoError.self) { try registry.select(.path(plugin)) }
        let unknown = try digest()
        #expect(error?.status == .accessDenied && error?.message.contains(unknown) == true)
    }

    @Test(
        "A host that requires conformance reports loads what a report is of, whatever took its place since, where others can write"
    )
    func copied() throws {
        try writeReport(sha256: digest())
        let required = RequiredReports(folders: [reports.path])
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: plugin)
        // Where temporary files of tests are may be a folder of a group.
        if PluginCopy.isUnneeded(for: folder.path) { #expect(try required.check(plugin)?.digest == nil) }
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        let copy = try #require(try required.check(plugin))
        try FileManager.default.removeItem(atPath: plugin)
        try FileManager.default.copyItem(atPath: PluginStore.path("good", id: "other"), toPath: plugin)
        let good = try BackendLoader().load(copy, of: plugin)
        #expect(good.info.id != "other" && good.path == plugin)
        #expect(try ProbeProcess.besideTests.run(plugin: plugin, copy).description?.id == good.info.id)
        let inWorker = try LoadedBackend(path: plugin, copy, in: WorkerProgram(executable: PackagePaths.helper))
        #expect(inWorker.info.id == good.info.id)
    }

    @Test(
        "A host that requires conformance reports says why a library beside a plugin is not found where others can write"
    )
    func beside() throws {
        let bad = try FaultyBackends.build("entry_from_dependency", into: folder.plugins)
        try writeReport(sha256: digest(of: bad))
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        let copy = try #require(try RequiredReports(folders: [reports.path]).check(bad))
        let report = try ProbeProcess.besideTests.run(plugin: bad, copy)
        let help = "let no one but root and this user write to the plugin's folders"
        #expect(report.message?.hasPrefix(bad) == true && report.message?.contains(help) == true)
    }
}
