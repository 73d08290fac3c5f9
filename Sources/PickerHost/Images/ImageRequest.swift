public import PhotoModel

/// The frames of one image request, in the order of their coming: degraded ones or none, then the final one.
///
/// The work begins at once and ends early when the sequence, its iterator, or the iterating task goes away. A consumer
/// that is slow gets the newest frame only.
public struct ImageRequest: AsyncSequence, Sendable {
    /// One frame at a time.
    public typealias Element = Frame

    let stream: AsyncThrowingStream<Frame, any Error>

    /// Gives one frame after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: AsyncThrowingStream<Frame, any Error>.AsyncIterator

        /// The next frame; nil after the final one.
        ///
        /// - Throws: `PhotoError`.
        public mutating func next() async throws -> Frame? { try await base.next() }
    }

    /// Reads the frames; they are divided among several iterators.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: stream.makeAsyncIterator()) }

    /// The last frame.
    ///
    /// - Throws: `PhotoError`; `CancellationError` when the task was cancelled.
    public func finalImage() async throws -> Frame {
        var last: Frame?
        for try await frame in self { last = frame }
        guard let last, last.isFinal else { throw CancellationError() }
        return last
    }
}

/// In which order waiting requests get a thread.
public enum RequestPriority: Int, Sendable, CaseIterable {
    /// On screen now.
    case visible = 0
    /// Close to the screen.
    case near
    /// Perhaps later.
    case prefetch
}
