internal import CPlatform

/// A pointer to what the calling thread is working on, for callbacks that get no context.
package enum ThreadWork {
    /// The calling thread's pointer; nil at first.
    package static var current: UnsafeMutableRawPointer? {
        get { platform_thread_work() }
        set { platform_set_thread_work(newValue) }
    }
}
