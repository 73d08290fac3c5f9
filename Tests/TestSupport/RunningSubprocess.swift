import Dispatch
import Foundation
import Synchronization

/// A command that was started; see `Subprocess.run` for how it is set up.
///
/// Call `wait` once: until then the ended process stays a zombie.
public final class RunningSubprocess: Sendable {
    /// Its process group has the same number.
    public let processIdentifier: Int32
    private let files: TemporaryFolder
    private let waitStatus = Mutex<Int32?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    public init(
        _ command: String, _ arguments: [String] = [], environment: [String: String]? = nil,
        in folder: String? = nil
    ) throws {
        files = try TemporaryFolder()
        processIdentifier = try spawn(
            command, arguments, environment: environment ?? ProcessInfo.processInfo.environment, folder: folder,
            output: files.path("stdout"), errors: files.path("stderr"))
    }

    /// Sends a signal to the command and whatever it started, as a terminal does on Ctrl-C.
    public func signal(_ number: Int32) {
        kill(-processIdentifier, number)
    }

    /// What the command wrote to standard output so far.
    public var outputSoFar: [UInt8] { bytes("stdout") }

    /// What it wrote to standard error so far.
    public var errorsSoFar: String { String(decoding: bytes("stderr"), as: UTF8.self) }

    /// Waits for the end. After `timeout` seconds the process group is killed and the ending is `.timedOut`.
    public func wait(timeout: Double = 240) -> Subprocess.Result {
        reapInBackground()
        let timedOut = ended.wait(timeout: .now() + timeout) == .timedOut
        if timedOut {
            signal(SIGKILL)
            ended.wait()
        }
        return .init(
            ending: timedOut ? .timedOut : ending(), standardOutput: bytes("stdout"), standardError: bytes("stderr"))
    }

    /// `waitpid` has no timeout, so a thread of its own waits without one.
    private func reapInBackground() {
        Thread.detachNewThread { [self] in
            var status: Int32 = 0
            while waitpid(processIdentifier, &status, 0) == -1, errno == EINTR {}
            waitStatus.withLock { $0 = status }
            ended.signal()
        }
    }

    private func ending() -> Subprocess.Ending {
        let status = waitStatus.withLock { $0 } ?? 0
        // The layout of a wait status on Linux; the macros are not imported.
        let signal = status & 0x7f
        return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    }

    private func bytes(_ name: String) -> [UInt8] {
        (try? Data(contentsOf: URL(fileURLWithPath: files.path(name)))).map(Array.init) ?? []
    }
}
