extension FileStatus {
    /// In nanoseconds. File times advance in steps of up to ten milliseconds, so the second of two changes within one
    /// step does not show in the status.
    private static let settlingTime: Int64 = 30_000_000

    /// Waits until the last change is older than such a step, so that any later write changes the file's status.
    /// Returns at once for most files, which changed long ago.
    ///
    /// - Returns: whether it waited. If so, the file may have another status by now.
    package func awaitSettlingTime() -> Bool {
        let age = WallTime.now.subtractingReportingOverflow(changeTime)
        // A time in the future comes from another machine's clock and says nothing.
        guard !age.overflow, (0..<Self.settlingTime).contains(age.partialValue) else { return false }
        pause(milliseconds: Int((Self.settlingTime - age.partialValue) / 1_000_000) + 1)
        return true
    }
}
