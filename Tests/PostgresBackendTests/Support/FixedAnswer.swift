import Glibc
import Platform
import Testing

/// A port of this machine where each request gets the same answer, and the connection ends after it.
final class FixedAnswer: Sendable {
    let port: UInt16
    private let descriptor: Int32
    private let thread: JoinableThread

    /// - Parameters:
    ///   - status: its number and words.
    ///   - body: what is sent after the head.
    init(_ status: String, body: String) throws {
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
        let head = "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
        let answer = Array((head + body).utf8)
        thread = try #require(
            JoinableThread {
                while true {
                    let connection = accept(descriptor, nil, nil)
                    guard connection >= 0 else { return }
                    var request = [UInt8](repeating: 0, count: 1 << 16)
                    _ = recv(connection, &request, request.count, 0)
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
}
