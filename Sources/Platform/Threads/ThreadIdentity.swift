internal import Glibc

/// Tells a thread of the system from the others that run beside it.
package struct ThreadIdentity: Hashable, Sendable {
    private let thread: pthread_t

    /// That of the calling thread.
    package static var current: ThreadIdentity { ThreadIdentity(thread: pthread_self()) }
}
