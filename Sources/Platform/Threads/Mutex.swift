// Callers of `Mutex` need its members in sight, which only the module that defines them can give.
@_exported public import Synchronization

#if PICKER_THREAD_SANITIZER
internal import Glibc

/// `Synchronization.Mutex` for ThreadSanitizer, which does not see the futex that it is made of on Linux and would report
/// every access under it as a race. A mutex of pthread it knows.
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
