internal import ABIMemory
internal import BackendAPI

extension LibraryProxy {
    /// The most bytes that are read at once, because a message has a limit. Fewer bytes than requested mean the end.
    private static let pieceBytes: UInt64 = 8 << 20
    /// The same if no version is requested, so that the file could change between two pieces: as much as fits into a
    /// message, which is more than Picker reads at once.
    private static let unversionedBytes = UInt64(WireWriter.limit / 2)

    func read(
        _ request: UnsafePointer<picker_read_request>, _ call: UnsafePointer<picker_call>?,
        _ length: UnsafeMutablePointer<UInt64>, _ error: UnsafeMutablePointer<picker_error>?
    ) -> picker_status {
        let asked = boundedCopy(of: request, into: picker_read_request())
        let pieceBytes = asked.version_token == 0 ? Self.unversionedBytes : Self.pieceBytes
        var done: UInt64 = 0
        repeat {
            var piece = asked
            let (offset, isOverflow) = asked.offset.addingReportingOverflow(done)
            piece.offset = isOverflow ? .max : offset
            piece.capacity = min(asked.capacity - done, pieceBytes)
            var count: UInt64 = 0
            let status = read(piece, into: asked.buffer.map { $0 + Int(done) }, call, &count, error)
            guard status == PICKER_OK else { return status }
            guard count <= piece.capacity else {
                // More than the piece may still be less than what was asked for, of which the host has nothing: it refuses any such answer.
                length.pointee = piece.capacity == asked.capacity ? count : .max
                return PICKER_OK
            }
            done += count
            if count < piece.capacity { break }
        } while done < asked.capacity
        length.pointee = done
        return PICKER_OK
    }

    private func read(
        _ piece: picker_read_request, into buffer: UnsafeMutablePointer<UInt8>?,
        _ call: UnsafePointer<picker_call>?, _ count: UnsafeMutablePointer<UInt64>,
        _ error: UnsafeMutablePointer<picker_error>?
    ) -> picker_status {
        withUnsafePointer(to: piece) { asked in
            var reading = HostCall.libraryRead(asked, call, error)
            reading.values = { status, reader throws(WireError) in
                guard status == PICKER_OK else { return }
                count.pointee = try Self.take(piece.capacity, into: buffer, &reader)
            }
            return perform(reading)
        }
    }

    /// Stores the bytes that the worker read.
    ///
    /// - Returns: the number of bytes that the worker claims to have read.
    private static func take(
        _ capacity: UInt64, into buffer: UnsafeMutablePointer<UInt8>?, _ reader: inout WireReader
    ) throws(WireError) -> UInt64 {
        let length: UInt64 = try reader.integer()
        // A claim of more than was requested is refused by the host. As many bytes as claimed, up to the capacity, must
        // have come: behind them in the buffer is other memory of the host.
        guard let bytes = try reader.raw(), bytes.count == min(length, capacity) else { throw .malformed }
        if let base = bytes.baseAddress, let buffer {
            buffer.update(from: base.assumingMemoryBound(to: UInt8.self), count: bytes.count)
        }
        return length
    }
}
