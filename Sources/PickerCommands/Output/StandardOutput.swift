internal import Dispatch
internal import Platform

/// Standard output: buffered, whole lines at a time to a terminal or a slow reader; ends the program quietly when
/// the reader has gone away.
package final class StandardOutput: Sendable {
    package static let shared = StandardOutput()

    private static let capacity = 1 << 16
    private let buffer = Mutex<[UInt8]>([])
    /// Whether the command goes on without a reader.
    private let isOutlived = Atomic(false)

    /// Lets the command go on when there is no reader any more; what it says then is lost. For commands that do more than
    /// speak: who has read enough must not leave them half done, as `picker add … | grep -q` would.
    func outliveReader() { isOutlived.store(true, ordering: .relaxed) }

    package func write(_ text: String) { write(Array(text.utf8)) }

    package func write(_ bytes: [UInt8]) {
        buffer.withLock { buffer in
            buffer += bytes
            if buffer.count >= Self.capacity { drain(&buffer) }
        }
    }

    package func line(_ text: String) { write(text + "\n") }

    /// Writes at once.
    ///
    /// - Throws: when that is not possible; with no reader any more, it ends the program quietly.
    package func writeAtOnce(_ bytes: [UInt8]) throws(CommandFailure) {
        flush()
        do throws(SystemError) {
            try Descriptor.standardOutput.write(bytes)
        } catch {
            if error == .brokenPipe { Self.end(error) }
            throw .cannotWrite("standard output", error)
        }
    }

    func flush() { buffer.withLock { drain(&$0) } }

    /// Ends the program quietly as soon as there is no reader any more, for a command that may have nothing to say for long.
    func endWhenReaderGoes() {
        DispatchQueue(label: "picker.standard-output").async {
            if Descriptor.standardOutput.waitUntilReaderCloses() { Self.exit(.done) }
        }
    }

    private func drain(_ buffer: inout [UInt8]) {
        do throws(SystemError) {
            try Descriptor.standardOutput.write(buffer)
        } catch {
            if error != .brokenPipe || !isOutlived.load(ordering: .relaxed) { Self.end(error) }
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private static func end(_ error: SystemError) -> Never {
        if error == .brokenPipe { exit(.done) }
        StandardError.line("picker: standard output: \(error)")
        exit(.cannotWrite)
    }

    private static func exit(_ status: ExitStatus) -> Never {
        ScratchFolder.removeAll()
        CurrentProcess.exitAtOnce(status.rawValue)
    }
}
