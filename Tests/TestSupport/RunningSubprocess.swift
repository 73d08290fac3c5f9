import Dispatch
import Foundation
import Platform

/// A command that was started; see `Subprocess.run` for how it is set up.
///
/// Call `wait` once: until then the ended process stays a zombie, on which Swift Testing's exit tests spin without an end.
/// One that is not waited for is killed with this object.
public final class RunningSubprocess: Sendable {
    /// Its process group has the same number.
    public var processIdentifier: Int32 { process.identifier }
    private let process: ChildProcess
    private let files: TemporaryFolder
    private let isAwaited = Mutex(false)
    private let end = Mutex<Termination?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    public init(
        _ command: String, _ arguments: [String] = [], environment: [String: String]? = nil,
        in folder: String? = nil
    ) throws {
        files = try TemporaryFolder()
        // The system's function that changes the folder is newer than some systems; `env` changes it too.
        let words = (folder.map { ["env", "-C", $0] } ?? []) + [command] + arguments
        var launch = ProcessLaunch(executable: words[0], arguments: Array(words[1...]))
        launch.searchesPath = true
        launch.hasOwnGroup = true
        launch.inheritedEnvironment = environment == nil ? .all : .none
        launch.environmentChanges = environment ?? [:]
        let options: OpenOptions = [.write, .create, .truncate]
        let output = try OwnedDescriptor.open(files.path("stdout"), options, permissions: 0o600)
        let errors = try OwnedDescriptor.open(files.path("stderr"), options, permissions: 0o600)
        launch.descriptors = [1: output.borrowed, 2: errors.borrowed]
        do throws(SystemError) {
            process = try launch.start()
        } catch {
            throw Subprocess.NotStarted(command: command, code: error.code)
        }
    }

    deinit {
        guard !isAwaited.withLock({ $0 }) else { return }
        process.sendToGroup(.kill)
        process.wait()
    }

    /// Sends a signal to the command and whatever it started, as a terminal does on Ctrl-C.
    public func signal(_ number: Int32) {
        process.sendToGroup(Signal(rawValue: number))
    }

    /// What the command wrote to standard output so far.
    public var outputSoFar: [UInt8] { bytes("stdout") }

    /// What it wrote to standard error so far.
    public var errorsSoFar: String { String(decoding: bytes("stderr"), as: UTF8.self) }

    /// Waits for the end. After `timeout` seconds the process group is killed and the ending is `.timedOut`.
    public func wait(timeout: Double = 240) -> Subprocess.Result {
        isAwaited.withLock { $0 = true }
        reapInBackground()
        let timedOut = ended.wait(timeout: .now() + timeout) == .timedOut
        if timedOut {
            process.sendToGroup(.kill)
            ended.wait()
        }
        return .init(
            ending: timedOut ? .timedOut : ending(), standardOutput: bytes("stdout"), standardError: bytes("stderr"))
    }

    /// Waiting for a process has no timeout, so a thread of its own waits without one.
    private func reapInBackground() {
        Thread.detachNewThread { [self] in
            let termination = process.wait()
            end.withLock { $0 = termination }
            ended.signal()
        }
    }

    private func ending() -> Subprocess.Ending {
        switch end.withLock({ $0 }) {
        case .signal(let signal): .signalled(signal.rawValue)
        case .exit(let code): .exited(code)
        case nil: .exited(0)
        }
    }

    private func bytes(_ name: String) -> [UInt8] {
        (try? Data(contentsOf: URL(fileURLWithPath: files.path(name)))).map(Array.init) ?? []
    }
}
