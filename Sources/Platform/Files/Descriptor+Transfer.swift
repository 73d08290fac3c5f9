internal import Glibc

extension Descriptor {
    /// Reads what is available, at most as much as the buffer holds.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try checked { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// Reads from an offset of a file.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
        try checked { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// Reads what is available, at most `count` bytes. The result is empty at the end.
    package func read(count: Int) throws(SystemError) -> [UInt8] {
        try Self.filled(count) { (buffer) throws(SystemError) in try read(into: buffer) }
    }

    /// Reads from an offset of a file, at most `count` bytes. The result is empty at the end.
    package func read(count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
        try Self.filled(count) { (buffer) throws(SystemError) in try read(into: buffer, at: offset) }
    }

    /// - Parameter read: fills the beginning of a buffer of `count` bytes, and returns how many it filled.
    private static func filled(
        _ count: Int, _ read: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
    ) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemError) {
                filled = try read(UnsafeMutableRawBufferPointer(buffer))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads everything up to the end.
    package func readToEnd() throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while case let piece = try read(count: 1 << 16), !piece.isEmpty { bytes += piece }
        return bytes
    }

    /// Writes all of it.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let count = try checked { Glibc.write(number, start, rest.count) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }

    /// Writes all of it.
    package func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
        var failure: SystemError?
        func send(_ bytes: UnsafeBufferPointer<UInt8>) {
            do throws(SystemError) {
                try write(UnsafeRawBufferPointer(bytes))
            } catch {
                failure = error
            }
        }
        if bytes.withContiguousStorageIfAvailable(send) == nil { Array(bytes).withUnsafeBufferPointer(send) }
        if let failure { throw failure }
    }

    /// Writes all of it, and waits where the descriptor does not: a stream is shared with other processes, any of which may
    /// have made it never wait (O_NONBLOCK).
    package func writeWaiting(_ bytes: some Collection<UInt8>) throws(SystemError) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            do throws(SystemError) {
                let count = try checked { rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) } }
                rest = rest.dropFirst(count)
            } catch {
                guard error == .tryAgain else { throw error }
                var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            }
        }
    }

    /// Writes all of it at an offset of a file.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) {
        var done = 0
        while let start = bytes.baseAddress, done < bytes.count {
            let count = try checked { pwrite(number, start + done, bytes.count - done, off_t(offset) + off_t(done)) }
            // A regular file never takes zero bytes without an error; without this check, the loop would not end.
            guard count > 0 else { throw .inputOutput }
            done += count
        }
    }

    /// The result of waiting for something to read.
    package enum Readiness: Sendable {
        /// There is something to read, or the end is reached.
        case ready
        case timedOut
        case failed
    }

    /// Waits until there is something to read, or the end.
    ///
    /// - Parameter deadline: of `MonotonicTime`.
    package func waitUntilReadable(deadline: UInt64) -> Readiness {
        while true {
            let now = MonotonicTime.now
            guard now < deadline else { return .timedOut }
            var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            let milliseconds = (deadline - now + 999_999) / 1_000_000
            let ready = poll(&waiting, 1, Int32(clamping: milliseconds))
            if ready < 0, errno == EINTR { continue }
            return ready > 0 ? .ready : ready < 0 ? .failed : .timedOut
        }
    }

    /// Waits until one of the descriptors has something to read or is at its end, at most for this time. Returns
    /// earlier if a signal is handled.
    package static func waitUntilReadable(any descriptors: [Descriptor], milliseconds: Int) {
        var waiting = descriptors.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
        poll(&waiting, nfds_t(waiting.count), Int32(clamping: milliseconds))
    }

    /// Waits until the reading end of this pipe is closed.
    ///
    /// - Returns: false if it cannot be waited for.
    package func waitUntilReaderCloses() -> Bool {
        // Without events, `poll` waits only for errors, and POLLERR means that the other end was closed.
        var output = pollfd(fd: number, events: 0, revents: 0)
        while poll(&output, 1, -1) < 0, errno == EINTR {}
        return output.revents & Int16(POLLERR) != 0
    }
}
