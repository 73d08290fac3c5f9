internal import CPlatform
internal import Glibc

/// Lets other threads have their turn.
package func yieldThread() { sched_yield() }

/// What a thread does with numbers, texts and signals, and what it is called: what code that it runs for others leaves as
/// it was.
package struct ThreadState: Equatable, Sendable {
    /// How numbers are rounded (fegetround).
    package let rounding: Int32
    /// Which locale of its own the thread has (uselocale), by its address.
    package let locale: UInt
    /// The signals that it blocks, the bit 1 << number for each.
    package let blockedSignals: UInt64
    /// Whether the thread may be ended by others (pthread_setcancelstate).
    package let cancelState: Int32
    /// Whether numbers too small for full precision count as 0, as the processor has it.
    package let smallNumbers: UInt32
    /// How nice it is to others (getpriority).
    package let priority: Int32
    /// Which processors it may run on, as a hash.
    package let processors: UInt64
    package let name: String

    /// That of the calling thread.
    package static var current: ThreadState {
        var state = platform_thread_state()
        platform_read_thread_state(&state)
        let name = withUnsafeBytes(of: state.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return ThreadState(
            rounding: state.rounding, locale: UInt(bitPattern: state.locale), blockedSignals: state.blocked_signals,
            cancelState: state.cancel_state, smallNumbers: state.small_numbers, priority: state.priority,
            processors: state.processors, name: name)
    }

    /// What is another than before; nil: nothing.
    package func difference(from before: ThreadState) -> String? {
        if rounding != before.rounding { return "numbers are rounded in another way" }
        if locale != before.locale { return "the thread has another locale" }
        if blockedSignals != before.blockedSignals { return "other signals are blocked" }
        if cancelState != before.cancelState { return "whether the thread may be cancelled is another" }
        if smallNumbers != before.smallNumbers { return "the smallest numbers are treated in another way" }
        if priority != before.priority { return "the thread has another priority" }
        if processors != before.processors { return "the thread runs on other processors" }
        return name == before.name ? nil : "the thread is called \(name), not \(before.name)"
    }
}
