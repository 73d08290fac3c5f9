import Foundation
import TestSupport
import Testing

@testable import ConformanceKit

@Suite("A command that puts the kit's photos into place", .timeLimit(.minutes(5)))
struct FixtureCommandTests {
    @Test(
        "It runs where it lies among temporary files, too, over which a check of what a plugin writes puts empty folders"
    )
    func amongTemporaryFiles() async throws {
        for place in ["/tmp", "/var/tmp", "/dev/shm"] {
            let folder = try TemporaryFolder(in: place)
            let runs = folder.path("runs")
            let command = try folder.write(
                """
                #!/bin/sh
                echo "$1" >>"$(dirname "$0")/runs"
                printf '{"location": "%s"}\\n' "$1"
                cat >/dev/null
                """, to: "fixture")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: command)
            var run = try ConformanceRun.test(
                try await onThread { try FaultyBackends.build("good", into: folder) },
                filter: "guest.writes-nowhere-else")
            run.level = .full
            run.fixtureCommand = command
            let report = try await run.report()
            #expect(report.count(.passed) == 1, "\(place): \(report.findings)")
            // That of the session's library, and that of its hostile one.
            let asked = try String(contentsOfFile: runs, encoding: .utf8).split(separator: "\n")
            #expect(asked.count == 2 && Set(asked).count == 2, "\(place): \(asked)")
        }
    }

    @Test("One that fails is an error of the kit, which names it, and nothing about the plugin")
    func failing() async throws {
        var run = try ConformanceRun.test(
            "\(PackagePaths.buildFolder)/libImmichBackend.so", filter: "fetch.behind-the-end")
        run.fixtureCommand = "false"
        let report = try await run.report()
        #expect(report.count(.harnessError) == 1 && report.count(.failed) == 0, "\(report.findings)")
        #expect("\(report)".contains("false: expected one line of JSON"), "\(report)")
    }
}
