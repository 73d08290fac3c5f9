import Glibc
import Platform
import Testing

/// A port of this machine where requests get answers that are known before, and the connection ends after each.
final class FixedAnswer: Sendable {
    /// What was asked.
    struct Request: Sendable {
        /// With its end "HTTP/1.1".
        let line: String
        let headers: [String]
        let body: String
    }

    /// What the thread and the test share.
    private final class Kept: Sendable {
        let requests = Mutex<[Request]>([])
    }

    let port: UInt16
    private let kept: Kept
    private let descriptor: Int32
    private let thread: JoinableThread

    /// Each request gets the same answer.
    ///
    /// - Parameters:
    ///   - status: its number and words; header fields may follow, in lines of their own.
    ///   - body: what is sent after the head.
    convenience init(_ status: String, body: String) throws { try self.init([(status, body)]) }

    /// - Parameter answers: those to the requests, in their order; the last one is that to all others, too.
    init(_ answers: [(status: String, body: String)]) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(isListening)
        port = UInt16(bigEndian: address.sin_port)
        self.descriptor = descriptor
        let texts = answers.map { status, body in
            let head = "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
            return Array((head + body).utf8)
        }
        let kept = Kept()
        self.kept = kept
        thread = try #require(
            JoinableThread {
                while true {
                    let connection = accept(descriptor, nil, nil)
                    guard connection >= 0 else { return }
                    let request = FixedAnswer.request(connection)
                    let number = kept.requests.withLock { requests in
                        requests.append(request)
                        return requests.count
                    }
                    let answer = texts[min(number, texts.count) - 1]
                    _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
                    close(connection)
                }
            })
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        thread.join()
        close(descriptor)
    }

    /// The requests so far.
    var requests: [Request] { kept.requests.withLock { $0 } }

    /// The lines of the requests, without the protocol.
    var lines: [String] { requests.map { String($0.line.dropLast(" HTTP/1.1".count)) } }

    /// Reads a request to its end: its head, and as many bytes as that says.
    private static func request(_ connection: Int32) -> Request {
        var (text, room) = ("", [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = recv(connection, &room, room.count, 0)
            if count > 0 { text += String(decoding: room.prefix(count), as: UTF8.self) }
            let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            let lines = parts[0].split(separator: "\r\n").map(String.init)
            let length = lines.lazy.compactMap { line in
                line.hasPrefix("Content-Length: ") ? Int(line.dropFirst("Content-Length: ".count)) : nil
            }.first
            let body = parts.count > 1 ? String(parts[1]) : ""
            guard count > 0, parts.count < 2 || body.utf8.count < length ?? 0 else {
                return Request(line: lines.first ?? "", headers: Array(lines.dropFirst()), body: body)
            }
        }
    }
}
