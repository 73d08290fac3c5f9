extension StopCheck {
    /// Does work that ends, through its check, when it takes too long.
    ///
    /// - Parameter seconds: Nil is no limit.
    /// - Throws: What `body` throws, or `timedOut` when its check said so because the time was up.
    func limited<Result>(
        to seconds: Double?, _ body: (StopCheck) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        guard let seconds else { return try body(self) }
        // Stands still while the machine sleeps: an image is not late because a lid was closed.
        let clock = SuspendingClock()
        let deadline = clock.now.advanced(by: .seconds(seconds))
        var isLate = false
        let check = StopCheck {
            if isCancelled() { return true }
            isLate = isLate || clock.now >= deadline
            return isLate
        }
        do throws(ImagingError) {
            return try body(check)
        } catch {
            throw isLate && error == .cancelled ? .timedOut(seconds: seconds) : error
        }
    }
}
