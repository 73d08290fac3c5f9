import Glibc
import Platform
import Testing

/// A port of this machine whose connections are taken, and ended when something came: as those of a server that starts just now.
final class ClosingListener: Sendable {
    let port: UInt16
    private let descriptor: Int32
    private let thread: JoinableThread

    init() throws {
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
        thread = try #require(
            JoinableThread {
                while true {
                    let connection = accept(descriptor, nil, nil)
                    guard connection >= 0 else { return }
                    var bytes = [UInt8](repeating: 0, count: 4_096)
                    _ = recv(connection, &bytes, bytes.count, 0)
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
