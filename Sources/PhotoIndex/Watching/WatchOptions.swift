package import PhotoFolder

/// How an index follows its library.
package struct WatchOptions: Sendable {
    /// A refresh begins when nothing has been reported for this long…
    package var quiet: Duration = .milliseconds(100)
    /// …and no later than this long after the first report.
    package var longestWait: Duration = .seconds(1)
    /// The most folders that the kernel is asked to watch.
    package var folderLimit = 524_288
    /// How often folders are compared if they cannot be watched, and how often files are.
    package var comparisonInterval: Duration = .seconds(10)
    package var fullInterval: Duration = .seconds(900)
    /// How often folders are compared if some are watched that other machines may change.
    package var networkInterval: Duration = .seconds(30)
    /// Whether a folder is one of these.
    package var isOnNetwork: @Sendable (OpenFolder) -> Bool = { $0.isOnNetwork }
    package var refresh = RefreshOptions()

    package init() {}
}
