import Foundation

/// A connection to a port of this machine. A server that says nothing for long is an error, not a wait.
final class HTTPSocket: Sendable {
    private let descriptor: Int32

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw HTTPBroken("port \(port): \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    /// A server may refuse and hang up before it has read everything; its answer can be read all the same.
    func write(_ bytes: [UInt8]) throws {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes {
                // Not empty here.
                send(descriptor, $0.baseAddress! + start, $0.count - start, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            start += count
        }
    }

    /// Closes the sending half.
    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Some bytes; none at the end.
    func read() throws -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count >= 0 else { throw HTTPBroken(String(cString: strerror(errno))) }
        return Array(chunk[..<count])
    }

    func readToEnd() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let more: [UInt8]
            do {
                more = try read()
            } catch {
                // Reset after a refusal: what came before it counts.
                guard !bytes.isEmpty else { throw error }
                return bytes
            }
            guard !more.isEmpty else { return bytes }
            bytes += more
        }
    }
}
