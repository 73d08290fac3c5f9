/// The images of one request, in the order of their coming: degraded ones or none, then the final one.
///
/// The work begins at once and ends early when the sequence, its iterator, or the iterating task goes away. A consumer
/// that is slow gets the newest image only.
public struct ImageRequest: AsyncSequence, Sendable {
    public typealias Element = ImageResult

    let stream: AsyncThrowingStream<ImageResult, any Error>

    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: AsyncThrowingStream<ImageResult, any Error>.AsyncIterator

        public mutating func next() async throws -> ImageResult? { try await base.next() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: stream.makeAsyncIterator()) }

    /// The last image.
    ///
    /// - Throws: `PhotoError`; `CancellationError` when the task was cancelled.
    public func finalImage() async throws -> ImageResult {
        var last: ImageResult?
        for try await result in self { last = result }
        guard let last, last.isFinal else { throw CancellationError() }
        return last
    }
}
