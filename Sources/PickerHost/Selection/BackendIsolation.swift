internal import BackendWorker
internal import PhotoModel

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

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
        /// The program, `picker-worker`; nil: the one of this installation or build tree.
        public var executable: String?
        /// The longest that a call may go on without a sign of life.
        public var silenceMilliseconds: Int
        /// The longest that a call may go on after it was cancelled or its deadline passed.
        public var graceMilliseconds: Int

        public init(executable: String? = nil, silenceMilliseconds: Int = 60_000, graceMilliseconds: Int = 10_000) {
            self.executable = executable
            self.silenceMilliseconds = silenceMilliseconds
            self.graceMilliseconds = graceMilliseconds
        }

        func program() throws(PhotoError) -> WorkerProgram {
            guard let executable = executable ?? Self.standard else {
                throw PhotoError(
                    .unsupported,
                    "picker-worker is not installed: without it plugins run in this process only (--isolation in-process)"
                )
            }
            var program = WorkerProgram(executable: executable)
            program.silenceMilliseconds = silenceMilliseconds
            program.graceMilliseconds = graceMilliseconds
            return program
        }

        private static var standard: String? {
            guard let folder = BackendSearchPath.executableFolder else { return nil }
            let places = ["\(folder)/picker-worker", "\(folder)/../libexec/picker/picker-worker"]
            return places.first { access($0, X_OK) == 0 }
        }
    }
}
