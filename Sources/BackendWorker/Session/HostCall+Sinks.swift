internal import ABIMemory
internal import BackendAPI

// Receivers of what a call emits. Each passes it on to the host's sink until that wants no more.

extension HostCall {
    /// Hands each record that comes to `emit`.
    ///
    /// - Parameter limit: the most records that may come.
    mutating func receive<Record: WireStruct>(
        atMost limit: UInt64 = Record.emissionLimit, _ emit: @escaping (UnsafePointer<Record>) -> picker_flow
    ) {
        var isStopped = false
        var left = limit
        records = { reader throws(WireError) in
            while !reader.isAtEnd, !isStopped {
                guard left > 0 else { throw .malformed }
                left -= 1
                var record = try reader.value(Record.self)
                isStopped = emit(&record) != PICKER_CONTINUE
            }
            return isStopped ? PICKER_STOP : PICKER_CONTINUE
        }
    }

    /// Hands each frame to the host's sink, which must release it.
    mutating func receive(_ sink: UnsafePointer<picker_frame_sink>) {
        let table = boundedCopy(of: sink, into: picker_frame_sink())
        frame = { frame in
            guard let emit = table.emit else {
                frame.release(frame.release_context)
                return PICKER_STOP
            }
            return withUnsafePointer(to: frame) { emit(table.context, $0) }
        }
    }

    /// Stores the number that the result contains.
    mutating func receive<Number: FixedWidthInteger & BitwiseCopyable>(number: UnsafeMutablePointer<Number>) {
        values = { status, reader throws(WireError) in
            if status == PICKER_OK { number.pointee = try reader.integer() }
        }
    }

    /// Stores the struct that the result contains.
    mutating func receive<Info: WireStruct>(info: UnsafeMutablePointer<Info>) {
        values = { status, reader throws(WireError) in
            guard status == PICKER_OK else { return }
            if !boundedFill(info, with: try reader.value(Info.self)) { throw .malformed }
        }
    }
}
