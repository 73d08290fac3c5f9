internal import Glibc

/// Identifies a thread among those that run at the same time.
package struct ThreadIdentity: Hashable, Sendable {
    private let thread: pthread_t

    /// The identity of the calling thread.
    package static var current: ThreadIdentity { ThreadIdentity(thread: pthread_self()) }
}
