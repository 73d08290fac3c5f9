internal import CPlatform

/// What the code of one loaded file asks of the C library that belongs to the process, counted: what is set back at once is
/// seen by no one who looks afterwards.
package enum WatchedCalls: Int32, CaseIterable, Sendable {
    case umask
    case workingFolder
    case locale
    case environment
    /// Descriptors that it closed, and that other programs would have inherited to the end.
    case inheritedDescriptors
    /// Threads that it started, and that did not block the signals which are sent to a process when they ended.
    case openThreads

    /// Counts from now on what the file does that `address` is in; the libraries that it needs do not count. Not undone.
    ///
    /// - Returns: false when the file has no table of what it calls.
    package static func begin(inFileOf address: UnsafeRawPointer) -> Bool { platform_watch_calls(address) }

    package var count: Int { Int(platform_watched_calls(kind)) }

    private var kind: Int32 {
        switch self {
        case .umask: PLATFORM_WATCHED_UMASK
        case .workingFolder: PLATFORM_WATCHED_FOLDER
        case .locale: PLATFORM_WATCHED_LOCALE
        case .environment: PLATFORM_WATCHED_ENVIRONMENT
        case .inheritedDescriptors: PLATFORM_WATCHED_INHERITED
        case .openThreads: PLATFORM_WATCHED_SIGNALS
        }
    }
}
