internal import PickerCommands
internal import Platform

/// Runs `picker pick` in a process of its own, for one request of a program.
final class PickerRun {
    private let process: ChildProcess
    private let output: Pipe
    private let messages: Pipe
    private var printed: [UInt8] = []
    private var said: [UInt8] = []
    private var isOutputOpen = true
    private var areMessagesOpen = true
    /// Whether it has a page: it printed more than messages, which is the link.
    private(set) var hasPage = false

    init(_ arguments: [String]) throws(SystemError) {
        var output = try Pipe()
        var messages = try Pipe()
        var launch = ProcessLaunch(executable: "/proc/self/exe", arguments: ["pick"] + arguments)
        launch.name = "picker"
        // It needs these variables to open the desktop's browser, and may have all of them, because it is this program itself.
        launch.inheritedEnvironment = .all
        launch.descriptors = [1: output.writing ?? .standardError, 2: messages.writing ?? .standardError]
        process = try launch.start()
        output.closeWriting()
        messages.closeWriting()
        self.output = output
        self.messages = messages
    }

    /// The descriptors to wait for.
    var descriptors: [Descriptor] {
        (isOutputOpen ? [output.reading.borrowed] : []) + (areMessagesOpen ? [messages.reading.borrowed] : [])
    }

    /// Reads what the process has written.
    ///
    /// - Returns: how it ended, and the paths that it printed; nil while it runs.
    func advance() -> (end: Termination, paths: [[UInt8]])? {
        isOutputOpen = isOutputOpen && Self.take(output.reading.borrowed, &printed)
        areMessagesOpen = areMessagesOpen && Self.take(messages.reading.borrowed, &said)
        report()
        guard !isOutputOpen, !areMessagesOpen else { return nil }
        return (process.wait(), printed.split(separator: 0).map(Array.init))
    }

    /// Ends the process in good order, so that its page is told.
    func interrupt() { process.send(.interrupt) }

    /// - Returns: false at the end.
    private static func take(_ descriptor: Descriptor, _ bytes: inout [UInt8]) -> Bool {
        // The shortest time that the system can wait.
        while case .ready = descriptor.waitUntilReadable(deadline: MonotonicTime.now + 1000) {
            guard let piece = try? descriptor.read(count: 1 << 16), !piece.isEmpty else { return false }
            bytes += piece
        }
        return true
    }

    /// Logs the process's messages, but not the link: readers of the journal must not be able to sign in.
    private func report() {
        while let end = said.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: said[..<end], as: UTF8.self)
            said.removeSubrange(...end)
            if line.hasPrefix("picker: ") { StandardError.line(line) } else { hasPage = true }
        }
    }
}
