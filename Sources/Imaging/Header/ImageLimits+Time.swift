extension ImageLimits {
    /// Does work that ends, through the check that it is lent, when it is not wanted any more or takes too long.
    ///
    /// - Throws: What `body` throws, or `timedOut` when its check said so because the time was up.
    package func timed<Result>(
        _ isCancelled: () -> Bool, _ body: (() -> Bool) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        try StopCheck.with(isCancelled) { stop throws(ImagingError) in
            try stop.limited(to: maxSeconds) { stop throws(ImagingError) in try body(stop.isCancelled) }
        }
    }
}
