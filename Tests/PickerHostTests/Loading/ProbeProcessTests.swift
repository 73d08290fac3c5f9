import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

@Suite("Probing in a child process", .timeLimit(.minutes(15))) struct ProbeProcessTests {
    /// A shell is the helper here, and the plugin its script.
    private let shell = "/bin/sh"
    private let folder: TemporaryFolder
    private var plugin: String { folder.path("plugin") }

    init() throws { folder = try TemporaryFolder() }

    private func probe(_ script: String, milliseconds: Int32 = 20_000) throws -> Result<ProbeReport, PhotoError> {
        try folder.write(script, to: "plugin")
        var process = ProbeProcess(executable: shell, milliseconds: milliseconds)
        process.task = []
        return Result { () throws(PhotoError) in try process.run(plugin: plugin) }
    }

    @Test("Probing in a child process takes the report, though something that the plugin started keeps the output open")
    func grandchild() throws {
        let report = try probe("sleep 1000 & echo '{\"status\": 3, \"message\": \"no\"}'").get()
        #expect(report.status == 3 && !report.isUsable)
    }

    @Test("Probing in a child process takes the report, though the process goes on after it")
    func lingering() throws {
        #expect(try probe("echo '{\"status\": 3}'; exec sleep 1000").get().status == 3)
    }

    @Test("Probing in a child process does not wait for a process that closed its output and goes on")
    func closedOutput() throws {
        let error = #expect(throws: PhotoError.self) { try probe("exec >&-; exec sleep 1000").get() }
        #expect(error == PhotoError(.internal, "\(plugin): it ended the process that probed it (signal 9 (Killed))"))
    }

    @Test("Probing in a child process gives up a process that says nothing in its time, and all that it started")
    func silent() throws {
        let error = #expect(throws: PhotoError.self) { try probe("sleep 1000 & wait", milliseconds: 50).get() }
        #expect(error?.status == .deadline)
    }

    @Test(
        "Probing in a child process does not believe a process that ends without a report",
        arguments: ["exit 3", "echo words", "echo; exit 3"])
    func noReport(script: String) throws {
        let error = #expect(throws: PhotoError.self) { try probe(script).get() }
        #expect(error?.status == .internal && error?.message.hasPrefix("\(plugin): it ended the process") == true)
    }

    @Test("Probing in a child process does not read without end")
    func endless() throws {
        let error = #expect(throws: PhotoError.self) { try probe("exec cat /dev/zero").get() }
        #expect(error?.status == .internal && error?.message.contains("larger than the host takes in") == true)
    }

    @Test("Probing in a child process names the signal that ended it")
    func signal() throws {
        let error = #expect(throws: PhotoError.self) { try probe("kill -ILL $$").get() }
        #expect(error?.message == "\(plugin): it crashed while it was probed (Illegal instruction)")
    }

    @Test("Probing in a child process switches off Swift's own crash report in the plugin's process")
    func environment() throws {
        let report = try probe("echo \"{\\\"status\\\": 1, \\\"message\\\": \\\"$SWIFT_BACKTRACE\\\"}\"").get()
        #expect(report.message == "enable=no")
    }
}
