import TestSupport

@testable import ConformanceKit

extension ConformanceRun {
    /// A run over a plugin with the helper of this build.
    static func test(
        _ plugin: String, level: Level = .core, filter: String? = nil, timeScale: Double = 2
    ) throws -> ConformanceRun {
        var run = try ConformanceRun(plugin: plugin, executable: PackagePaths.buildFolder + "/picker-conformance-child")
        run.level = level
        run.filter = filter
        run.timeScale = timeScale
        return run
    }
}

extension ConformanceReport {
    /// Ids of the checks that found something.
    var found: Set<String> {
        Set(checks.filter { ![.passed, .skipped].contains($0.verdict) }.map(\.id))
    }

    /// What they found, for expectations that fail.
    var findings: String {
        checks.filter { ![.passed, .skipped].contains($0.verdict) }
            .map { "\($0.verdict.rawValue) \($0.id): \($0.message) [\($0.lastStep ?? "")]" }.joined(separator: "\n")
    }
}
