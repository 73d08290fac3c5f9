import Foundation

/// Speaks HTTP to a server on this machine, one connection for each request. Nothing is followed, unpacked, cached or
/// remembered: tests see what is on the wire.
public struct HTTPClient: Sendable {
    public var port: UInt16
    /// Sent with every request, unless the request says otherwise.
    public var headers: [String: String]

    public init(port: UInt16, headers: [String: String] = [:]) {
        self.port = port
        self.headers = headers
    }

    /// - Parameter headers: an empty value leaves that header out.
    public func get(_ target: String, headers: [String: String] = [:]) async throws -> HTTPAnswer {
        try await send("GET", target, headers: headers)
    }

    public func post(
        _ target: String, _ body: String = "", headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await send("POST", target, headers: headers, body: Array(body.utf8))
    }

    public func send(
        _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = []
    ) async throws -> HTTPAnswer {
        let message = message(method, target, headers, body)
        return try await onThread { [port] in
            let socket = try HTTPSocket(port: port)
            try socket.write(message)
            return try HTTPAnswer(socket.readToEnd(), hasBody: method != "HEAD")
        }
    }

    /// Opens a connection that the server keeps writing to.
    public func stream(_ target: String) async throws -> HTTPStream {
        let message = message("GET", target, [:], [])
        return try await onThread { [port] in
            let socket = try HTTPSocket(port: port)
            try socket.write(message)
            return HTTPStream(socket)
        }
    }

    /// Writes bytes as they are and hangs up without waiting for an answer.
    public func hangUp(after text: String) async throws {
        try await onThread { [port] in try HTTPSocket(port: port).write(Array(text.utf8)) }
    }

    /// Writes bytes as they are, on a connection that is held until the server closes it.
    ///
    /// - Returns: all that came back.
    public func send(raw text: String) async throws -> String {
        let connection = try await connection()
        try await connection.write(text)
        return try await connection.readToEnd()
    }

    /// Opens a connection and sends nothing on it.
    public func connection() async throws -> HTTPConnection {
        try await onThread { [port] in HTTPConnection(try HTTPSocket(port: port)) }
    }

    private func message(
        _ method: String, _ target: String, _ headers: [String: String], _ body: [UInt8]
    ) -> [UInt8] {
        var all = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
        if !body.isEmpty || method == "POST" { all["Content-Length"] = String(body.count) }
        all.merge(self.headers) { $1 }
        all.merge(headers) { $1 }
        let lines = all.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }.sorted().joined()
        return Array("\(method) \(target) HTTP/1.1\r\n\(lines)\r\n".utf8) + body
    }
}

/// An answer that a server keeps adding to.
public final class HTTPStream: Sendable {
    private let socket: HTTPSocket

    init(_ socket: HTTPSocket) { self.socket = socket }

    /// Reads until `text` has come.
    ///
    /// - Returns: what was read.
    public func read(until text: String) async throws -> String {
        try await onThread { [socket] in
            var bytes: [UInt8] = []
            while !String(decoding: bytes, as: UTF8.self).contains(text) {
                let more = try socket.read()
                guard !more.isEmpty else { throw HTTPBroken("the stream ended before \"\(text)\"") }
                bytes += more
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Whether nothing but the end comes.
    public func readToEnd() async throws -> String {
        try await onThread { [socket] in String(decoding: try socket.readToEnd(), as: UTF8.self) }
    }
}

/// A connection that the test writes on as it likes.
public final class HTTPConnection: Sendable {
    private let socket: HTTPSocket

    init(_ socket: HTTPSocket) { self.socket = socket }

    public func write(_ text: String) async throws {
        try await onThread { [socket] in try socket.write(Array(text.utf8)) }
    }

    /// Says that no more will be written, and goes on reading.
    public func endWriting() { socket.endWriting() }

    /// Writes a request.
    ///
    /// - Returns: the first bytes that come back.
    public func answer(to text: String) async throws -> String {
        try await onThread { [socket] in
            try socket.write(Array(text.utf8))
            return String(decoding: try socket.read(), as: UTF8.self)
        }
    }

    /// Reads until the server closes the connection.
    public func readToEnd() async throws -> String {
        try await onThread { [socket] in String(decoding: try socket.readToEnd(), as: UTF8.self) }
    }
}

/// A connection failed, or what came is not HTTP.
public struct HTTPBroken: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}
