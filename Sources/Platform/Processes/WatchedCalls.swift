internal import CPlatform

/// Counts calls by which the code of one loaded file changes what belongs to the whole process. Comparing the state
/// before and after would miss changes that are undone at once.
package enum WatchedCalls: Int32, CaseIterable, Sendable {
    case umask
    case workingFolder
    case locale
    case environment
    /// Descriptors that were not close-on-exec until the file closed them.
    case inheritedDescriptors
    /// Threads that the file started and that, when they ended, did not block the signals that are sent to the whole
    /// process.
    case openThreads

    /// Starts counting the calls of the file that contains `address`; the libraries that it needs do not count. This
    /// cannot be undone.
    ///
    /// - Returns: false if the file has no table of the functions that it calls.
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
