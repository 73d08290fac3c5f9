internal import CPlatform
internal import Glibc

/// Lets other threads run first.
package func yieldThread() { sched_yield() }

/// The settings of a thread that code which is called on it must leave unchanged.
package struct ThreadState: Equatable, Sendable {
    /// The rounding mode (fegetround).
    package let rounding: Int32
    /// The address of the thread's locale (uselocale).
    package let locale: UInt
    /// The blocked signals, as the bits 1 << number.
    package let blockedSignals: UInt64
    /// Whether the thread can be cancelled (pthread_setcancelstate).
    package let cancelState: Int32
    /// The processor's bits that decide whether denormal numbers count as 0.
    package let smallNumbers: UInt32
    /// The nice value (getpriority).
    package let priority: Int32
    /// A hash of the processors that it may run on.
    package let processors: UInt64
    package let name: String

    /// The state of the calling thread.
    package static var current: ThreadState {
        var state = platform_thread_state()
        platform_read_thread_state(&state)
        let name = withUnsafeBytes(of: state.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return ThreadState(
            rounding: state.rounding, locale: UInt(bitPattern: state.locale), blockedSignals: state.blocked_signals,
            cancelState: state.cancel_state, smallNumbers: state.small_numbers, priority: state.priority,
            processors: state.processors, name: name)
    }

    /// What changed since `before`, in words; nil if nothing did.
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
