/// How workers are started and watched.
package struct WorkerProgram: Sendable, Hashable {
    /// The program, `picker-worker`.
    package var executable: String
    /// The longest that a call may go on without a sign of life: plugins ask every 100 ms whether to go on (R12.1).
    package var silenceMilliseconds = 60_000
    /// The longest that a call may go on after it was cancelled or its deadline passed. The ABI says 1 s (R12.2); a busy
    /// machine is given more, because ending the worker costs all calls in it.
    package var graceMilliseconds = 10_000
    /// How long a worker that is no longer wanted may take to end by itself.
    package var endMilliseconds = 10_000

    package init(executable: String) { self.executable = executable }
}
