internal import HTTPTypes
public import PhotoModel
internal import Platform

/// Speaks with a running server over its control socket.
public struct ControlClient: Sendable {
    /// The process of the server.
    public let server: Int32
    private let folder: ControlFolder

    /// - Parameters:
    ///   - server: one of `folder.servers`.
    ///   - folder: where its socket is.
    public init(server: Int32, in folder: ControlFolder) {
        self.server = server
        self.folder = folder
    }

    /// What the server answered.
    public struct Answer: Sendable {
        /// As HTTP has it.
        public let status: Int
        /// JSON, or text for `/metrics`.
        public let body: [UInt8]
    }

    /// Makes a request and waits for the answer. Cancelling the task ends the wait.
    ///
    /// - Returns: nil when the server has ended.
    /// - Throws: `PhotoError`: the socket may not be used, or what came is no answer.
    public func request(_ method: String, _ path: String) async throws(PhotoError) -> Answer? {
        let connection: OwnedDescriptor
        do throws(SystemError) {
            connection = try folder.socket(of: server).connect()
        } catch {
            if error == .connectionRefused || error == .notFound { return nil }
            throw PhotoError(
                error == .accessDenied ? .accessDenied : .io,
                "\(folder.path): the server of process \(server) cannot be reached: \(error)", systemErrno: error.code)
        }
        let descriptor = connection.borrowed
        let text = await withTaskCancellationHandler {
            // The end of the answer is the end of the connection.
            let fields = ["Host: picker", "Connection: close", "Content-Length: 0"].joined(separator: "\r\n")
            let request = "\(method) \(path) HTTP/1.1\r\n\(fields)\r\n\r\n"
            try? descriptor.write(request.utf8)
            return try? descriptor.readToEnd()
        } onCancel: {
            descriptor.disconnect()
        }
        _ = consume connection
        if Task.isCancelled { throw PhotoError(.cancelled, "cancelled") }
        guard let text, let answer = Self.answer(in: text) else {
            throw PhotoError(.io, "the server of process \(server) ended before it answered")
        }
        return answer
    }

    /// `HTTP/1.1 200 OK`, fields, an empty line, and the body up to the end.
    private static func answer(in text: [UInt8]) -> Answer? {
        let blank = Array("\r\n\r\n".utf8)
        guard let end = text.indices.first(where: { text[$0...].starts(with: blank) }) else { return nil }
        let line = text[..<end].prefix { $0 != UInt8(ascii: "\r") }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else { return nil }
        return Answer(status: status, body: Array(text[(end + blank.count)...]))
    }
}
