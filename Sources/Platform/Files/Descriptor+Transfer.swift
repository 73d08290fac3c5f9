internal import Glibc

extension Descriptor {
    /// Reads what is there, at most as much as there is room for.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try checked { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// Reads from a place in a file.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
        try checked { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// Reads what is there, at most `count` bytes; none at the end.
    package func read(count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemError) {
                filled = try read(into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads all that is left up to the end.
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

    /// Writes all of it to a place in a file.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) {
        var done = 0
        while let start = bytes.baseAddress, done < bytes.count {
            let count = try checked { pwrite(number, start + done, bytes.count - done, off_t(offset) + off_t(done)) }
            // No file takes nothing and says that it is well.
            guard count > 0 else { throw .inputOutput }
            done += count
        }
    }

    /// How waiting for something to read ended.
    package enum Readiness: Sendable {
        /// There is something to read, or the end.
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

    /// Waits until one of them has something to read or is at its end; no longer than this, and shorter when a signal is
    /// handled.
    package static func waitUntilReadable(any descriptors: [Descriptor], milliseconds: Int) {
        var waiting = descriptors.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
        poll(&waiting, nfds_t(waiting.count), Int32(clamping: milliseconds))
    }

    /// Waits until what is written to this pipe can be read no more; false when that cannot be waited for.
    package func waitUntilReaderCloses() -> Bool {
        // Without events, poll waits for what cannot be asked for: the other end of a pipe was closed.
        var output = pollfd(fd: number, events: 0, revents: 0)
        while poll(&output, 1, -1) < 0, errno == EINTR {}
        return output.revents & Int16(POLLERR) != 0
    }
}
