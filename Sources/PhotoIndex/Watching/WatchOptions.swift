/// How an index follows its library.
package struct WatchOptions: Sendable {
    /// A refresh begins when nothing happened for so long…
    package var quiet: Duration = .milliseconds(100)
    /// …and at the latest so long after the first notification.
    package var longestWait: Duration = .seconds(1)
    /// How many folders the kernel is asked to watch at most.
    package var folderLimit = 524_288
    /// How often folders are compared where they cannot be watched, and how often files are.
    package var comparisonInterval: Duration = .seconds(10)
    package var fullInterval: Duration = .seconds(900)
    package var refresh = RefreshOptions()

    package init() {}
}
