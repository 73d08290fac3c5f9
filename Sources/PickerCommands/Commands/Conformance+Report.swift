internal import ConformanceKit

extension Conformance {
    func finish(_ result: ConformanceReport) throws -> ExitStatus {
        StandardOutput.shared.write(format.text(result))
        do throws(CommandFailure) {
            if let report { try write(result, report) }
        } catch {
            // The verdict is printed, but a caller that asked for the report must not take this run for a success.
            fail(UsageError("the report was not written: \(error.message)"))
        }
        // This command has exit codes of its own.
        if result.verdict != .conformant { ProcessRun.exit(result.verdict.rawValue) }
        return .done
    }

    /// Writes the report, and beside it a C program for each sequence of calls that failed.
    private func write(_ result: ConformanceReport, _ path: String) throws(CommandFailure) {
        try OutputTarget(path).write(result.json())
        guard path != "-" else { return }
        for check in result.checks {
            guard let reproduction = check.reproduction else { continue }
            let name = "\(path).\(check.id).c"
            try OutputTarget(name).write(Array(reproduction.source.utf8))
            StandardError.line(TextFormat.oneLine("picker: \(name) makes the calls after which \(check.id) failed"))
        }
    }
}
