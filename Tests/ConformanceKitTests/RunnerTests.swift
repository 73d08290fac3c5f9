import Foundation
import Platform
import TestSupport
import Testing

@testable import ConformanceKit

@Suite("A run over a plugin that crashes or hangs", .timeLimit(.minutes(15))) struct RunnerTests {
    /// What the C backend does, and the verdict of a check that opens a library.
    private static let faults: [(fault: String, verdict: Verdict)] = [
        ("crash-in-constructor", .crashed), ("crash-in-entry", .crashed), ("exit-in-entry", .crashed),
        ("crash-in-thread", .crashed), ("hang-in-entry", .timedOut), ("hang-in-details", .timedOut),
        ("ignores-sigterm", .timedOut), ("endless-output", .timedOut), ("fork-bomb", .timedOut),
    ]

    @Test(
        "A run over a plugin that crashes or hangs goes on, reports it, and leaves no process running",
        arguments: faults.map(\.fault))
    func wild(fault: String) async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build(fault, into: folder) }
        let expected = Self.faults.first { $0.fault == fault }?.verdict
        var run = try ConformanceRun.test(plugin, filter: "library.details")
        if expected == .timedOut { run.silence.usual = 0.75 }
        let report = try await run.report()
        #expect(report.checks.map(\.verdict) == [expected], "\(report.findings)")
        #expect(report.verdict == .crashed)
        #expect(report.checks.first?.lastStep != nil || expected == .crashed)
        #expect(try await Self.hasNoProcess(with: plugin))
    }

    @Test(
        "A plugin that cannot be loaded, or hangs when it is, ends a whole run with one finding",
        arguments: [
            ("crash-in-constructor", "static.loads"), ("hang-in-constructor", "static.loads"),
            ("crash-in-entry", "negotiation.today"),
        ])
    func gate(fault: String, check: String) async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build(fault, into: folder) }
        var run = try ConformanceRun.test(plugin, level: .full)
        run.silence.usual = 2
        let report = try await run.report()
        #expect(report.found == [check], "\(report.findings)")
        #expect(report.verdict == .crashed && (report.notRun ?? 0) > 200)
        #expect(report.summary.contains("not run"))
        #expect(try await Self.hasNoProcess(with: plugin))
    }

    @Test("A constructor that says that its check passed, as the kit would, is not believed")
    func forged() async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build("forges-verdicts", into: folder) }
        let report = try await ConformanceRun.test(plugin, filter: "static.loads").report()
        #expect(report.checks.map(\.verdict) == [.crashed], "\(report.findings)")
    }

    @Test("A plugin that closes every descriptor there is, the kit's among them, is told so")
    func cutOff() async throws {
        let folder = try TemporaryFolder()
        let open = "    abi_take(&asked, sizeof asked, request);"
        let backend = PlantedFault(
            "closes-all", "", .example,
            ("backend.c", "#include <string.h>", "#include <string.h>\n#include <unistd.h>"),
            ("backend.c", open, open + "\n    for (int file = 3; file < 1000; file++) close(file);"))
        let plugin = try await onThread { try backend.make(in: folder) }
        let report = try await ConformanceRun.test(plugin, filter: "library.info").report()
        #expect(report.checks.map(\.verdict) == [.crashed])
        #expect(report.checks.first?.message.contains("descriptor") == true, "\(report.findings)")
    }

    @Test("What a plugin starts and lets go is gone after the run")
    func daemon() async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build("leaves-daemon", into: folder) }
        let report = try await ConformanceRun.test(plugin, filter: "guest.no-processes").report()
        #expect(report.found == ["guest.no-processes"], "\(report.findings)")
        #expect(try await Self.hasNoProcess(with: plugin))
    }

    /// Processes that map the plugin are gone soon after the run.
    private static func hasNoProcess(with plugin: String) async throws -> Bool {
        try await onThread {
            for _ in 0..<100 {
                let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
                let maps = processes.compactMap { try? String(contentsOfFile: "/proc/\($0)/maps", encoding: .utf8) }
                if !maps.contains(where: { $0.contains(plugin) }) { return true }
                usleep(20_000)
            }
            return false
        }
    }

    @Test("A report names the step that a crash follows")
    func lastStep() async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build("crash-in-entry", into: folder) }
        let report = try await ConformanceRun.test(plugin, filter: "lifecycle.whole").report()
        #expect(report.checks.first?.lastStep == "entry")
        #expect(report.checks.first?.message.contains("Aborted") == true)
    }

    @Test(
        "A good backend passes every third check of level core that it is not exempt from; FullRunTests has all of them"
    )
    func good() async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build("none", into: folder) }
        let core = CheckRegistry.all.filter { $0.level == .core }.map(\.id)
        var run = try ConformanceRun.test(plugin, level: .core)
        run.only = Set(stride(from: 0, to: core.count, by: 3).map { core[$0] } + ["static.manifest"])
        let report = try await run.report()
        #expect(report.found == ["static.manifest"], "\(report.findings)")
        #expect([RunVerdict.conformant, .incomplete].contains(report.verdict))
        #expect(report.sha256.count == 64)
    }

    @Test(
        "A good backend with an extension passes the checks of the extension",
        arguments: [
            "write", "search", "days", "index", "video", "heif", "account",
        ])
    func goodExtension(name: String) async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build("ext-\(name)-none", into: folder) }
        let together = ["days", "video"].contains(name) ? ["threads.extensions"] : []
        let others = ["errors.extensions", "faults.full-library", "negotiation.records", "negotiation.tables"]
        for filter in ["\(name).", "lifecycle.extensions-after-shutdown"] + others + together {
            let report = try await ConformanceRun.test(plugin, level: .full, filter: filter).report()
            #expect(report.found.isEmpty, "\(report.findings)")
            #expect(report.count(.passed) > 0 || filter == "faults.full-library")
        }
    }

    @Test("A plugin that is replaced while it is checked gets no report, as it would be of another file")
    func replaced() async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build("none", into: folder) }
        let run = try ConformanceRun.test(plugin, filter: "errors.unknown-scope")
        let error = await #expect(throws: UsageError.self) {
            try await run.report { _ in
                // As a build does.
                try? Data("another file".utf8).write(to: URL(fileURLWithPath: plugin), options: .atomic)
            }
        }
        #expect(error?.description.contains("while it was checked") == true)
    }

    @Test("A run that is cancelled ends at once, with the outcomes that exist")
    func cancelled() async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build("hang-in-entry", into: folder) }
        let run = try ConformanceRun.test(plugin, timeScale: 10)
        let work = Task { try await run.report() }
        work.cancel()
        #expect(try await work.value.checks.isEmpty)
    }
}

@Suite("What is no plugin") struct NoPluginTests {
    @Test("A plugin without permission to read it is refused")
    func unreadable() async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build("none", into: folder) }
        #expect(chmod(plugin, 0) == 0)
        let words = try await onThread {
            // A superuser reads everything; this thread, which is used for nothing else, gives that up.
            try ProcessRestriction.respectPermissions()
            do { _ = try ConformanceRun.test(plugin) } catch { return "\(error)" }
            return ""
        }
        #expect(words.contains("cannot be read"), "\(words)")
    }

    @Test(
        "A file whose headers lead out of it is read as far as it goes",
        arguments: [.max, .max - 64, 1 << 62, 1 << 63] as [UInt64])
    func damaged(number: UInt64) async throws {
        let folder = try TemporaryFolder()
        let good = try await onThread { try FolderBackends.build("none", into: folder) }
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: good)))
        func field(_ offset: Int) -> Int { (0..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } }
        let (sections, count) = (field(40), Int(bytes[60]) + Int(bytes[61]) << 8)
        // Where the program headers and the sections are, and where each section is and how long.
        let ofSections = [24, 32].map { place in (0..<count).map { sections + $0 * 64 + place } }
        for places in [[32], [40]] + ofSections {
            var damaged = bytes
            for place in places {
                for index in 0..<8 { damaged[place + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(index))) }
            }
            let path = folder.path("damaged.so")
            try Data(damaged).write(to: URL(fileURLWithPath: path))
            let file = try ELFFile(path)
            #expect(places == [32] || file.exports.isEmpty)
        }
    }

    @Test("A path that is no file is refused", arguments: ["/nonexistent/lib.so", "/tmp"])
    func refused(path: String) {
        #expect(throws: UsageError.self) { try ConformanceRun.test(path) }
    }

    @Test("A file that is no plugin fails every check that loads it", arguments: ["text", "other machine"])
    func fails(kind: String) async throws {
        let folder = try TemporaryFolder()
        let plugin = folder.path("plugin.so")
        var bytes = Array("this is no shared library\n".utf8)
        if kind == "other machine" {
            let good = try await onThread { try FolderBackends.build("none", into: folder) }
            bytes = Array(try Data(contentsOf: URL(fileURLWithPath: good)))
            bytes[18] = 8  // EM_MIPS
        }
        try Data(bytes).write(to: URL(fileURLWithPath: plugin))
        let report = try await ConformanceRun.test(plugin).report()
        #expect(report.verdict == .failed)
        #expect(report.found == ["static.elf"], "\(report.findings)")
        for check in ["static.loads", "static.entry-exported"] {
            let report = try await ConformanceRun.test(plugin, filter: check).report()
            #expect(report.found == [check], "\(report.findings)")
        }
    }
}
