public import PhotoModel

/// The frames of one image request, as they come: any number of degraded ones, then the final one.
///
/// The work begins at once. It ends early when the sequence and its iterator are released, or when the iterating task is
/// cancelled. A slow consumer gets only the newest frame.
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

    /// Reads the frames. If there are several iterators, each frame goes to one of them.
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

/// The order in which waiting requests get a thread.
public enum RequestPriority: Int, Sendable, CaseIterable {
    /// On screen now.
    case visible = 0
    /// Close to the screen.
    case near
    /// Perhaps later.
    case prefetch
}
