import Foundation
import TestSupport
import Testing

/// `picker serve` or `picker pick` in a terminal of its own, where it has shown the link that signs in.
struct TerminalRun {
    private let terminal: RunningSubprocess
    /// The process of `picker`.
    private let number: pid_t

    /// - Parameters:
    ///   - arguments: words for the shell.
    ///   - file: a path that the number of the process is written to.
    init(_ picker: PickerProgram, _ arguments: String, noting file: String) async throws {
        let command = "echo $$ > \(file); exec \(PickerProgram.path) \(arguments)"
        let terminal = try RunningSubprocess(
            "/usr/bin/script", ["-qc", command, "/dev/null"], environment: picker.environment)
        self.terminal = terminal
        _ = try await until("the link is shown") {
            String(decoding: terminal.outputSoFar, as: UTF8.self).contains("signin?code=") ? true : nil
        }
        let text = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        number = try #require(pid_t(text))
    }

    /// Closes the terminal, and waits for the end of `picker`.
    func close() async throws {
        let (terminal, number) = (self.terminal, self.number)
        #expect(kill(number, 0) == 0)
        terminal.signal(SIGKILL)
        _ = try await onThread { terminal.wait() }
        _ = try await until("it ends") { kill(number, 0) == 0 ? nil : true }
    }
}
