internal import BackendWorker
internal import PhotoModel

/// Where plugins run.
public enum BackendIsolation: Hashable, Sendable {
    /// In this process.
    case inProcess
    /// In a process of its own for each open library. If a plugin crashes or hangs there, only the calls in it fail.
    case worker(Workers)

    /// In workers of this installation or build tree.
    public static let worker = BackendIsolation.worker(Workers())

    /// What a plugin in a worker is prevented from doing on this system, for people; the strongest last.
    public static var confinement: [String] { Confinement.tiers }

    /// How workers are started and supervised.
    public struct Workers: Hashable, Sendable {
        /// The path of `picker-helper`; nil: that of this installation or build tree.
        public var executable: String?
        /// How long a worker may give no sign of life during a call, in milliseconds.
        public var silenceMilliseconds: Int
        /// How long a call may go on after it was cancelled or its deadline passed, in milliseconds.
        public var graceMilliseconds: Int
        /// The most bytes of memory of its own that a worker may have; 0: three quarters of the machine's memory.
        public var maxMemoryBytes = 0
        /// Whether a worker runs that cannot be confined although the kernel supports it.
        public var permitsUnconfined = false

        /// - Parameters:
        ///   - executable: the path of `picker-helper`; nil: that of this installation or build tree.
        ///   - silenceMilliseconds: how long a worker may give no sign of life during a call.
        ///   - graceMilliseconds: how long a cancelled call may take to end.
        public init(executable: String? = nil, silenceMilliseconds: Int = 20_000, graceMilliseconds: Int = 10_000) {
            self.executable = executable
            self.silenceMilliseconds = silenceMilliseconds
            self.graceMilliseconds = graceMilliseconds
        }

        func program() throws(PhotoError) -> WorkerProgram {
            guard let executable = executable ?? HelperProgram.path else {
                throw PhotoError(
                    .unsupported,
                    "picker-helper is not installed: without it plugins run in this process only (--isolation in-process)"
                )
            }
            var program = WorkerProgram(executable: executable)
            program.silenceMilliseconds = silenceMilliseconds
            program.graceMilliseconds = graceMilliseconds
            program.memoryBytes = UInt64(max(0, maxMemoryBytes))
            program.permitsUnconfined = permitsUnconfined
            return program
        }
    }
}
