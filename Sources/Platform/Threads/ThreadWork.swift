internal import CPlatform

/// What the calling thread is at work on: a pointer for code that is called back without one.
package enum ThreadWork {
    /// Nil at first.
    package static var current: UnsafeMutableRawPointer? {
        get { platform_thread_work() }
        set { platform_set_thread_work(newValue) }
    }
}
