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
        let process = ProbeProcess(executable: shell, milliseconds: milliseconds)
        return Result { () throws(PhotoError) in try process.run(plugin: plugin) }
    }

    @Test("takes the report, though something that the plugin started keeps the output open")
    func grandchild() throws {
        let report = try probe("sleep 1000 & echo '{\"status\": 3, \"message\": \"no\"}'").get()
        #expect(report.status == 3 && !report.isUsable)
    }

    @Test("takes the report, though the process goes on after it")
    func lingering() throws {
        #expect(try probe("echo '{\"status\": 3}'; exec sleep 1000").get().status == 3)
    }

    @Test("does not wait for a process that closed its output and goes on")
    func closedOutput() throws {
        let error = #expect(throws: PhotoError.self) { try probe("exec >&-; exec sleep 1000").get() }
        #expect(error == PhotoError(.internal, "\(plugin): it ended the process that probed it (signal 9)"))
    }

    @Test("gives up a process that says nothing in its time, and all that it started")
    func silent() throws {
        let error = #expect(throws: PhotoError.self) { try probe("sleep 1000 & wait", milliseconds: 50).get() }
        #expect(error?.status == .deadline)
    }

    @Test("does not believe a process that ends without a report", arguments: ["exit 3", "echo words", "echo; exit 3"])
    func noReport(script: String) throws {
        let error = #expect(throws: PhotoError.self) { try probe(script).get() }
        #expect(error?.status == .internal && error?.message.hasPrefix("\(plugin): it ended the process") == true)
    }

    @Test("does not read without end")
    func endless() throws {
        let error = #expect(throws: PhotoError.self) { try probe("exec cat /dev/zero").get() }
        #expect(error != nil)
    }

    @Test("names the signal that ended it")
    func signal() throws {
        let error = #expect(throws: PhotoError.self) { try probe("kill -ILL $$").get() }
        #expect(error?.message == "\(plugin): it crashed while it was probed (Illegal instruction)")
    }

    @Test("tells the plugin's process not to print Swift's own crash report")
    func environment() throws {
        let report = try probe("echo \"{\\\"status\\\": 1, \\\"message\\\": \\\"$SWIFT_BACKTRACE\\\"}\"").get()
        #expect(report.message == "enable=no")
    }
}
