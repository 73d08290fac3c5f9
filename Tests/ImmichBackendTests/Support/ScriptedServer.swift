import Glibc
import Platform
import Testing

/// A port of this machine at which each connection gets one answer, byte by byte as a test says, and is closed then.
final class ScriptedServer: Sendable {
    let port: UInt16
    private let descriptor: Int32
    private let thread: JoinableThread
    private let log: Log

    private final class Log: Sendable {
        let requests = Mutex<[String]>([])
    }

    /// The requests that came, each with its body.
    var requests: [String] { log.requests.withLock { $0 } }

    /// The first lines of the requests, without the version.
    var targets: [String] {
        requests.map { $0.prefix { !$0.isNewline }.split(separator: " ").prefix(2).joined(separator: " ") }
    }

    /// - Parameter answer: gets a request, and how many came before it; an empty answer closes the connection.
    init(_ answer: @escaping @Sendable (_ request: String, _ number: Int) -> String) throws {
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
        let log = Log()
        self.log = log
        thread = try #require(
            JoinableThread {
                while true {
                    let connection = accept(descriptor, nil, nil)
                    guard connection >= 0 else { return }
                    let request = ScriptedServer.request(on: connection)
                    let number = log.requests.withLock { requests in
                        requests.append(request)
                        return requests.count - 1
                    }
                    ScriptedServer.write(Array(answer(request, number).utf8), to: connection)
                    close(connection)
                }
            })
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        thread.join()
        close(descriptor)
    }

    /// All of a request: a connection that is closed with something unread would take the answer with it.
    private static func request(on connection: Int32) -> String {
        var bytes: [UInt8] = []
        while !isWhole(String(decoding: bytes, as: UTF8.self)) {
            var piece = [UInt8](repeating: 0, count: 4_096)
            let count = recv(connection, &piece, piece.count, 0)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isWhole(_ request: String) -> Bool {
        guard let end = request.firstRange(of: "\r\n\r\n") else { return false }
        let lines = request[..<end.lowerBound].split { $0.isNewline }.map { $0.lowercased() }
        let length = lines.first { $0.hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
        return request[end.upperBound...].utf8.count >= length
    }

    private static func write(_ bytes: [UInt8], to connection: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
