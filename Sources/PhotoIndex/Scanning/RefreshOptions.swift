internal import Imaging
internal import Platform

/// How a refresh does its work.
package struct RefreshOptions: Sendable {
    /// The number of threads that read files. They end before the refresh does.
    package var readerCount = min(4, processorCount())
    /// A file that was written to within this time may be written to again without a difference in its status, because
    /// some file systems store times in steps of two seconds. The next refresh reads it again.
    package var settlingTime: Duration = .seconds(2)
    /// Whether the index keeps what it knows of such files until they have settled, instead of reading them as they
    /// are.
    package var leavesUnsettled = false
    /// The paths of files that are known to be complete, because their writers closed them.
    package var finished: Set<[UInt8]> = []
    /// Whether to read every file again, including those that have not changed.
    package var readsEverything = false
    /// Whether to wait while another process refreshes the same index, or to throw `IndexError.busy`.
    package var waitsForOthers = true
    /// The folders that are shown as albums although they have no photo, asked for with each transaction. The first
    /// photo in one is an update of the album, which is not new.
    package var emptyAlbums: @Sendable () -> Set<[UInt8]> = { [] }

    package init() {}

    /// Whether a file with that time, in nanoseconds since 1970, may not have settled yet. A time in the future comes
    /// from another machine's clock and says nothing about that, so the result is false.
    func isYoung(_ nanoseconds: Int64, at now: Int64 = WallTime.now) -> Bool {
        let age = now.subtractingReportingOverflow(nanoseconds)
        return !age.overflow && age.partialValue >= 0 && age.partialValue < settlingTime.wholeNanoseconds
    }
}
