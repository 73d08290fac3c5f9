internal import HTTPTypes
public import PhotoModel
internal import Platform

/// Communicates with a running server over its control socket.
public struct ControlClient: Sendable {
    /// The process identifier of the server.
    public let server: Int32
    private let folder: ControlFolder

    /// - Parameters:
    ///   - server: one of `folder.servers`.
    ///   - folder: the folder with its socket.
    public init(server: Int32, in folder: ControlFolder) {
        self.server = server
        self.folder = folder
    }

    /// The answer of the server.
    public struct Answer: Sendable {
        /// The HTTP status.
        public let status: Int
        /// JSON, or text for `/metrics`.
        public let body: [UInt8]
    }

    /// Makes a request and waits for the answer. Cancelling the task ends the wait.
    ///
    /// - Parameter patience: how long to wait. A server answers at once, unless its process is stopped or it is doing
    ///   what it was told to do.
    /// - Returns: nil if the server has ended.
    /// - Throws: `PhotoError`: if the socket may not be used, or the answer is invalid; `busy` if there was no answer
    ///   in time.
    public func request(
        _ method: String, _ path: String, patience: Duration = .seconds(10)
    ) async throws(PhotoError) -> Answer? {
        let exchange = ControlExchange()
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let isStarted = DetachedThread.start(stackBytes: 256 << 10) { [folder, server] in
            exchange.run(Self.text(of: method, path), with: server, in: folder)
            end.finish()
        }
        guard isStarted else { throw PhotoError(.io, "there is no thread to ask the server with") }
        let running = Task { for await _ in ends {} }
        await running.wait(atMost: patience)
        running.cancel()
        let outcome = exchange.end()
        if Task.isCancelled { throw PhotoError(.cancelled, "cancelled") }
        return try answer(outcome, patience)
    }

    private func answer(_ outcome: ControlExchange.Outcome?, _ patience: Duration) throws(PhotoError) -> Answer? {
        switch outcome {
        case .failed(.connectionRefused), .failed(.notFound): return nil
        case .failed(let error):
            throw PhotoError(
                error == .accessDenied ? .accessDenied : .io,
                "\(folder.path): the server of process \(server) cannot be reached: \(error)", systemErrno: error.code)
        case .ended(let text):
            guard let answer = Self.answer(in: text) else {
                throw PhotoError(.io, "the server of process \(server) ended before it answered")
            }
            return answer
        case nil:
            throw PhotoError(
                .busy,
                "the server of process \(server) did not answer within \(patience.components.seconds) s; if it is stopped, "
                    + "kill -CONT \(server) lets it go on")
        }
    }

    /// The text of a request, after whose answer the server closes the connection.
    private static func text(of method: String, _ path: String) -> String {
        let fields = ["Host: picker", "Connection: close", "Content-Length: 0"].joined(separator: "\r\n")
        return "\(method) \(path) HTTP/1.1\r\n\(fields)\r\n\r\n"
    }

    /// Parses an answer: `HTTP/1.1 200 OK`, fields, an empty line, and the body up to the end.
    private static func answer(in text: [UInt8]) -> Answer? {
        let blank = Array("\r\n\r\n".utf8)
        guard let end = text.indices.first(where: { text[$0...].starts(with: blank) }) else { return nil }
        let line = text[..<end].prefix { $0 != UInt8(ascii: "\r") }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else { return nil }
        return Answer(status: status, body: Array(text[(end + blank.count)...]))
    }
}
