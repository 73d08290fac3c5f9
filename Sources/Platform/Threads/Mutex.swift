// Callers of `Mutex` need to see its members, which only an import of the module that defines them makes possible.
@_exported public import Synchronization

#if PICKER_THREAD_SANITIZER
internal import Glibc

/// Replaces `Synchronization.Mutex` in builds with ThreadSanitizer, which does not see the futex that it uses on Linux
/// and would report every access under it as a race. It does see a mutex of pthread.
package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {  // Unchecked: the lock guards the value.
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    package init(_ initialValue: consuming sending Value) {
        pthread_mutex_init(lock, nil)
        value.initialize(to: initialValue)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Runs `body` under the lock.
    package borrowing func withLock<Result: ~Copyable, E: Error>(
        _ body: (inout sending Value) throws(E) -> sending Result
    ) throws(E) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value.pointee)
    }
}
#endif
