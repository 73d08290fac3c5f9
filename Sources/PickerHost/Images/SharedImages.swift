internal import PhotoModel
internal import Platform

/// What makes two image requests one: both would give the same.
struct ImageKey: Hashable, Sendable {
    /// Number of the generation that is current.
    var generation: Int
    /// How many changes of the library were reported: an image from before one may be another one.
    var changes: Int
    var localIdentifier: String
    /// An image inside of the asset's file; nil: the main one.
    var item: UInt32?
    /// Of the asset, as its requester knows it; nil: the requester does not know.
    var contentTag: UInt64?
    var options: ImageOptions
    /// Nil for frames.
    var encoding: ImageEncoding?
}

/// Equal image requests in flight: each is made once, and all that ask for it get its frames. The work ends with the last of
/// them, also while it waits for a thread. A reader that is slow gets the newest frame only, and so does one that joins late.
final class SharedImages<Value: Sendable>: Sendable {
    typealias Stream = AsyncThrowingStream<Value, any Error>
    private typealias Requests = JoinedRequests<ImageKey, CallControl, Value, Waiter>

    private struct Waiter: Sendable {
        let continuation: Stream.Continuation
        /// Cancelled when it waits no more, perhaps before its stream is read and says so itself.
        let cancellation: CancellationFlag?
        let priority: RequestPriority

        var isWaiting: Bool { !(cancellation?.isCancelled ?? false) }
    }

    private let state = Mutex(Requests())
    private let lane: ThreadPool
    private let work: ImageWork

    /// - Parameters:
    ///   - lane: where the images are made.
    ///   - work: counts them.
    init(lane: ThreadPool, work: ImageWork) {
        self.lane = lane
        self.work = work
    }

    /// Requests that wait.
    var waiterCount: Int { state.withLock(\.waiterCount) }

    /// Joins an equal request in flight, or makes the image.
    ///
    /// - Parameters:
    ///   - cost: bytes that making it is charged.
    ///   - cancellation: nothing is begun for this request alone once it is cancelled; nil: its stream's end says so.
    ///   - make: makes the image on a thread of the lane. It gives each value to the function that it gets, which answers
    ///     whether more are wanted.
    func stream(
        _ key: ImageKey, priority: RequestPriority, cost: Int, cancellation: CancellationFlag? = nil,
        make: @escaping @Sendable (CallControl, @escaping (Value) -> Bool) throws(PhotoError) -> Void
    ) -> Stream {
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let waiter = Waiter(continuation: continuation, cancellation: cancellation, priority: priority)
        let (place, begun) = join(key, waiter)
        continuation.onTermination = { [weak self] _ in self?.leave(place) }
        guard let control = begun else { return stream }
        let asked = ContinuousClock.now
        let job = PoolJob(
            control: control,
            run: { [self] in
                guard isStillWanted(place) else { return }
                run(place, asked: asked) { () throws(PhotoError) in
                    try make(control) { [self] value in add(value, by: place) }
                }
            }, giveUp: { [self] in end(place, $0) })
        lane.submit(job, priority: priority, bytes: cost)
        hasten(control, of: place, from: priority)
        return stream
    }

    /// Requests that joined before the job was there to be hastened.
    private func hasten(_ control: CallControl, of place: Requests.Place, from priority: RequestPriority) {
        let waiters = state.withLock { $0.waiters(of: place) }
        guard let best = waiters.map(\.priority).min(by: { $0.rawValue < $1.rawValue }),
            best.rawValue < priority.rawValue
        else { return }
        lane.hasten(control, to: best)
    }

    /// Makes an image on the calling thread, and counts it.
    private func run(_ place: Requests.Place, asked: ContinuousClock.Instant, _ make: () throws(PhotoError) -> Void) {
        let begun = ContinuousClock.now
        work.begin(after: begun - asked)
        var failure: PhotoError?
        do throws(PhotoError) { try make() } catch { failure = error }
        let isWanted = isWanted(place)
        // Before those who wait hear of it.
        work.end(failure, isWanted: isWanted, after: ContinuousClock.now - begun)
        end(place, failure)
    }

    /// - Returns: what is to be made; nil when it is in flight already.
    private func join(_ key: ImageKey, _ waiter: Waiter) -> (Requests.Place, CallControl?) {
        let control = CallControl(
            "an image of \(key.localIdentifier)", leastTime: CallTimes.ofImage(within: .ofProcess))
        let (place, joined) = state.withLock { requests in
            let (place, joined) = requests.join(key, waiter, or: control)
            // Under the lock, so that no newer one comes before it; a new stream has none that it would replace.
            if case .joins(_, let newest?) = joined { waiter.continuation.yield(newest) }
            return (place, joined)
        }
        guard case .joins(let work, _) = joined else { return (place, control) }
        lane.hasten(work, to: waiter.priority)
        return (place, nil)
    }

    private func leave(_ place: Requests.Place) {
        guard let ended = state.withLock({ $0.leave(place) }) else { return }
        ended.work.cancel()
        lane.withdraw(ended.work)
    }

    private func isWanted(_ place: Requests.Place) -> Bool {
        state.withLock { $0.waiters(of: place).contains(where: \.isWaiting) }
    }

    /// Whether a request waits for a work that is about to begin; otherwise the work ends. That is one step: who joins it in
    /// between would be told that it was cancelled.
    private func isStillWanted(_ place: Requests.Place) -> Bool {
        let (isWanted, ended) = state.withLock { requests -> (Bool, Requests.Ended?) in
            let isWanted = requests.waiters(of: place).contains(where: \.isWaiting)
            return (isWanted, isWanted ? nil : requests.end(by: place))
        }
        for waiter in ended?.waiters ?? [] { waiter.continuation.finish(throwing: PhotoError.cancelled) }
        return isWanted
    }

    /// Whether a request waits for more.
    private func add(_ value: Value, by place: Requests.Place) -> Bool {
        // Frames that are replaced are released in the backend: not under the lock.
        let (waiters, former) = state.withLock { $0.add(value, by: place) }
        for waiter in waiters { waiter.continuation.yield(value) }
        withExtendedLifetime(former) {}
        return !waiters.isEmpty
    }

    private func end(_ place: Requests.Place, _ error: PhotoError?) {
        // Ending a stream calls `leave`. What it still holds is let go of first: its reader has it, or has gone.
        let waiters = state.withLock { $0.end(by: place) }?.waiters ?? []
        for waiter in waiters { waiter.continuation.finish(throwing: error) }
    }
}
