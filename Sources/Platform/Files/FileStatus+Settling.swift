extension FileStatus {
    /// In nanoseconds. The times of files move in steps of up to ten milliseconds: of two changes within one step, the
    /// second does not show in the status.
    private static let settlingTime: Int64 = 30_000_000

    /// Waits until the last change is older than the steps in which times move, so that whatever is written to the file
    /// from now on shows in its status. Most files changed long ago: nothing is waited for then.
    ///
    /// - Returns: whether it waited; the file may have another status since.
    package func awaitSettlingTime() -> Bool {
        let age = WallTime.now.subtractingReportingOverflow(changeTime)
        // A time in the future is that of another machine's clock, and says nothing.
        guard !age.overflow, (0..<Self.settlingTime).contains(age.partialValue) else { return false }
        pause(milliseconds: Int((Self.settlingTime - age.partialValue) / 1_000_000) + 1)
        return true
    }
}
