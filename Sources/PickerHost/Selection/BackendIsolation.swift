internal import BackendWorker
internal import PhotoModel

/// Where plugins run.
public enum BackendIsolation: Hashable, Sendable {
    /// In this process.
    case inProcess
    /// Each open library's in a process of its own. A plugin that crashes or hangs there costs the calls in it.
    case worker(Workers)

    /// In workers of this installation or build tree.
    public static let worker = BackendIsolation.worker(Workers())

    /// What a plugin in a worker can no longer do on this system, for people; strongest last.
    public static var confinement: [String] { Confinement.tiers }

    /// How workers are started and watched.
    public struct Workers: Hashable, Sendable {
        /// The program, `picker-helper`; nil: the one of this installation or build tree.
        public var executable: String?
        /// The longest that a call may go on without a sign of life.
        public var silenceMilliseconds: Int
        /// The longest that a call may go on after it was cancelled or its deadline passed.
        public var graceMilliseconds: Int
        /// Bytes of its own memory that a worker may have; 0: three quarters of what the machine has.
        public var maxMemoryBytes = 0
        /// Whether workers go on that cannot be confined though the kernel could.
        public var permitsUnconfined = false

        /// - Parameters:
        ///   - executable: the worker program; nil: that of this installation or build tree.
        ///   - silenceMilliseconds: that a worker may be silent in a call.
        ///   - graceMilliseconds: that a cancelled call may take to end.
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
