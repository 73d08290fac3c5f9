internal import ABIMemory
internal import BackendAPI

// Calls of a library as messages. What a sink is given goes on to the host's sink, until that wants no more.

extension HostCall {
    /// Records of a list that no one gave a length: albums, changes, problems. The host keeps them all.
    private static var listLimit: UInt64 { 1 << 20 }

    /// Hands each record that comes to `emit`.
    ///
    /// - Parameter limit: of records; more are invalid.
    mutating func receive<Record: WireStruct>(
        atMost limit: UInt64 = Self.listLimit, _ emit: @escaping (UnsafePointer<Record>) -> picker_flow
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

    mutating func receive(_ sink: UnsafePointer<picker_asset_sink>?) {
        guard let sink else { return }
        let table = boundedCopy(of: sink, into: picker_asset_sink())
        receive { (record: UnsafePointer<picker_asset>) in table.emit?(table.context, record) ?? PICKER_STOP }
    }

    mutating func receive(_ sink: UnsafePointer<picker_collection_sink>?) {
        guard let sink else { return }
        let table = boundedCopy(of: sink, into: picker_collection_sink())
        receive { (record: UnsafePointer<picker_collection>) in table.emit?(table.context, record) ?? PICKER_STOP }
    }

    mutating func receive(_ sink: UnsafePointer<picker_details_sink>?) {
        guard let sink else { return }
        let table = boundedCopy(of: sink, into: picker_details_sink())
        receive { (record: UnsafePointer<picker_asset_details>) in table.emit?(table.context, record) ?? PICKER_STOP }
    }

    mutating func receive(_ sink: UnsafePointer<picker_diagnostic_sink>?) {
        guard let sink else { return }
        let table = boundedCopy(of: sink, into: picker_diagnostic_sink())
        receive { (record: UnsafePointer<picker_diagnostic>) in table.emit?(table.context, record) ?? PICKER_STOP }
    }

    mutating func receive(_ sink: UnsafePointer<picker_change_sink>?) {
        guard let sink else { return }
        let table = boundedCopy(of: sink, into: picker_change_sink())
        // Observing goes on for as long as the library is open, and nothing is kept.
        receive(atMost: operation == .observe ? .max : Self.listLimit) { (record: UnsafePointer<picker_change>) in
            table.emit?(table.context, record) ?? PICKER_STOP
        }
    }

    mutating func receive(_ sink: UnsafePointer<picker_account_step_sink>?) {
        guard let sink else { return }
        let table = boundedCopy(of: sink, into: picker_account_step_sink())
        receive(atMost: 1) { (record: UnsafePointer<picker_account_step>) in
            table.emit?(table.context, record) ?? PICKER_STOP
        }
    }

    mutating func receive(_ sink: UnsafePointer<picker_heif_item_sink>?) {
        guard let sink else { return }
        let table = boundedCopy(of: sink, into: picker_heif_item_sink())
        receive { (record: UnsafePointer<picker_heif_item>) in table.emit?(table.context, record) ?? PICKER_STOP }
    }

    mutating func receive(_ sink: UnsafePointer<picker_video_facts_sink>?) {
        guard let sink else { return }
        let table = boundedCopy(of: sink, into: picker_video_facts_sink())
        receive { (record: UnsafePointer<picker_video_facts>) in table.emit?(table.context, record) ?? PICKER_STOP }
    }

    /// Hands each frame to the host's sink, with the duty to release it.
    mutating func receive(_ sink: UnsafePointer<picker_frame_sink>?) {
        guard let sink else { return }
        let table = boundedCopy(of: sink, into: picker_frame_sink())
        frame = { frame in
            guard let emit = table.emit else {
                frame.release(frame.release_context)
                return PICKER_STOP
            }
            return withUnsafePointer(to: frame) { emit(table.context, $0) }
        }
    }

    /// Takes the number that the result gives.
    mutating func receive(number: UnsafeMutablePointer<UInt64>?) {
        values = { status, reader throws(WireError) in
            let value: UInt64 = try reader.integer()
            if status == PICKER_OK { number?.pointee = value }
        }
    }
}
