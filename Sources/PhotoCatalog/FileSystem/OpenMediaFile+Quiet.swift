#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension OpenMediaFile {
    /// In nanoseconds. The times of files move in steps of up to ten milliseconds, and do so when a write begins, not when
    /// it ends: a read within that time may see halves of two contents and the same status before and after it.
    private static let quietTime: Int64 = 30_000_000

    /// Waits, 30 milliseconds at most, until the file's last change lies so far back that the next one will show in its
    /// status. Most files changed long ago, and nothing is waited for.
    ///
    /// - Throws: `changed` when it changed meanwhile; `io`.
    package func awaitQuiet() throws(CatalogError) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = (Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)).subtractingReportingOverflow(
            status.changeTime)
        // A time in the future is that of another machine's clock, and says nothing.
        guard !age.overflow, (0..<Self.quietTime).contains(age.partialValue) else { return }
        pause(milliseconds: Int((Self.quietTime - age.partialValue) / 1_000_000) + 1)
        guard VersionToken.token(of: try currentStatus()) == VersionToken.token(of: status) else {
            throw .changed(path: String(decoding: path, as: UTF8.self))
        }
    }
}
