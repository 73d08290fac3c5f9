internal import BackendWorker
internal import Platform

/// The process of one check: in a group of its own, with a pipe for records and one for what the plugin prints.
struct CheckProcess: ~Copyable {
    /// The descriptor on which the process finds the pipe for its records.
    static let recordDescriptor: Int32 = 3

    private let child: ChildProcess
    private var recordPipe: Pipe
    private var outputPipe: Pipe

    /// Whether it ended; its end is still to be waited for.
    var hasEnded: Bool { child.hasEnded }
    /// What its threads, and those of the processes that it started, ran and waited for processors; nil: unknown.
    var schedulerTimes: [Int32: SchedulerTimes]? { SchedulerTimes.ofThreads(below: child.identifier) }
    /// The parent's ends, which never block.
    var records: Descriptor { recordPipe.reading.borrowed }
    var output: Descriptor { outputPipe.reading.borrowed }

    /// - Parameter environment: all variables that the process finds.
    init(executable: String, order: CheckOrder, environment: [String: String]) throws(CheckStop) {
        var launch = ProcessLaunch(
            executable: executable, arguments: [HelperProgram.Task.check.rawValue, order.json])
        launch.hasOwnGroup = true
        launch.inheritedEnvironment = .none
        launch.environmentChanges = environment
        do throws(SystemError) {
            // Properties that cannot be copied are set last, when nothing can be thrown any more.
            let records = try Pipe()
            let output = try Pipe()
            launch.descriptors = [
                1: output.writing, 2: output.writing, Self.recordDescriptor: records.writing,
            ].compactMapValues(\.self)
            child = try launch.start()
            recordPipe = records
            outputPipe = output
        } catch {
            throw .harness("\(executable) cannot be started: \(error)")
        }
        recordPipe.closeWriting()
        outputPipe.closeWriting()
        recordPipe.reading.borrowed.neverWait()
        outputPipe.reading.borrowed.neverWait()
    }

    /// Asks the whole group to end.
    borrowing func terminate() { child.sendToGroup(.terminate) }

    /// Ends the whole group and reaps the process.
    ///
    /// - Returns: what `wait` says of it.
    consuming func finish() -> ExitState {
        child.sendToGroup(.kill)
        switch child.wait() {
        case .exit(let code): return .exited(code)
        case .signal(let signal): return .signalled(signal.rawValue)
        }
    }
}

/// How a process ended.
enum ExitState: Equatable {
    case exited(Int32)
    case signalled(Int32)

    var text: String {
        switch self {
        case .exited(let code): "it ended its process (exit code \(code))"
        case .signalled(let number):
            "it died of \(Signal(rawValue: number).name) (\(number))"
        }
    }
}
