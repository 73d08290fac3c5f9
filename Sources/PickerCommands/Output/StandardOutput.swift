internal import Dispatch
internal import Platform

/// Standard output. It is buffered, so that whole lines are written at a time, and ends the process quietly once its reader is
/// gone.
package final class StandardOutput: Sendable {
    package static let shared = StandardOutput()

    private static let capacity = 1 << 16
    private let descriptor: Descriptor
    private let buffer = Mutex<[UInt8]>([])
    /// Whether the command goes on without a reader.
    private let isOutlived = Atomic(false)

    /// - Parameter descriptor: where it goes; another one in tests.
    init(_ descriptor: Descriptor = .standardOutput) { self.descriptor = descriptor }

    /// Lets the command continue after the reader is gone; what it prints then is lost. This is for commands that do more than
    /// print: otherwise `picker add … | grep -q` would end them halfway.
    func outliveReader() { isOutlived.store(true, ordering: .relaxed) }

    package func write(_ text: String) { write(Array(text.utf8)) }

    package func write(_ bytes: [UInt8]) {
        buffer.withLock { buffer in
            buffer += bytes
            if buffer.count >= Self.capacity { drain(&buffer) }
        }
    }

    package func line(_ text: String) { write(text + "\n") }

    /// Writes without buffering. Ends the process quietly if the reader is gone.
    ///
    /// - Throws: `.cannotWrite` for other errors.
    package func writeAtOnce(_ bytes: [UInt8]) throws(CommandFailure) {
        flush()
        do throws(SystemError) {
            try descriptor.writeWaiting(bytes)
        } catch {
            if error == .brokenPipe { Self.end(error) }
            throw .cannotWrite("standard output", error)
        }
    }

    func flush() { buffer.withLock { drain(&$0) } }

    /// Ends the process quietly as soon as the reader is gone, for a command that may print nothing for a long time.
    func endWhenReaderGoes() {
        DispatchQueue(label: "picker.standard-output").async { [descriptor] in
            if descriptor.waitUntilReaderCloses() { Self.exit(.done) }
        }
    }

    private func drain(_ buffer: inout [UInt8]) {
        do throws(SystemError) {
            try descriptor.writeWaiting(buffer)
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
