internal import Imaging
internal import Platform

/// How a refresh goes about its work.
package struct RefreshOptions: Sendable {
    /// Threads that read files; they end before the refresh does.
    package var readerCount = min(4, processorCount())
    /// A file that was written to within this time may be written to again without a trace in its status, which some
    /// file systems keep in steps of two seconds. It is looked at again with the next refresh.
    package var settlingTime: Duration = .seconds(2)
    /// Whether such files stay as the index knows them until they have settled, instead of being taken as they are.
    package var leavesUnsettled = false
    /// Paths of files that are known to be complete, because their writers closed them.
    package var finished: Set<[UInt8]> = []
    /// Whether to read every file again, also those that look as they did.
    package var readsEverything = false
    /// Whether to wait for another process that refreshes the same index, or to throw `IndexError.busy`.
    package var waitsForOthers = true

    package init() {}

    /// Whether a file with that time, in nanoseconds since 1970, may not have settled yet. A time in the future is that
    /// of another machine's clock, and says nothing.
    func isYoung(_ nanoseconds: Int64, at now: Int64 = WallTime.now) -> Bool {
        let age = now.subtractingReportingOverflow(nanoseconds)
        return !age.overflow && age.partialValue >= 0 && age.partialValue < settlingTime.wholeNanoseconds
    }
}
