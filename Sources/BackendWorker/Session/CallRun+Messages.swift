internal import ABIMemory
internal import BackendAPI
internal import Platform

// Messages that the worker sends during the call.

extension CallRun {
    /// The most frames that a plugin may emit after the host wanted no more. Each is a fault of the plugin (R9.3) that
    /// the host reports; more of them cannot be a mistake.
    private static let surplusLimit = 16

    func take(_ kind: MessageKind, _ descriptor: PassedDescriptor?) throws(WireError) {
        guard !hasLastRecords, descriptor == nil || kind == .frame else { throw .malformed }
        try checkFlood(of: kind)
        var reader = buffer.reader
        switch kind {
        case .records, .lastRecords: try takeRecords(&reader, isLast: kind == .lastRecords)
        case .frame: try takeFrame(&reader, descriptor)
        case .heldFrame: try takeHeldFrame(&reader)
        case .check: try answerCheck()
        case .progress: try takeProgress(&reader)
        case .source: try giveSource(&reader)
        case .log: host.log(try reader.integer(), try reader.string())
        case .limits: try giveLimits()
        case .readSecret: try giveSecret(&reader)
        case .keepSecret: try keepSecret(&reader)
        case .call, .reply, .result, .openChannel, .confine, .unconfined: throw .malformed
        }
        // The time that the host took to handle the message does not count as silence.
        watch.heard(at: MonotonicTime.now)
    }

    private func checkFlood(of kind: MessageKind) throws(WireError) {
        switch kind {
        case .log, .progress:
            if flood.admitsMessage(at: MonotonicTime.now) { return }
            giveUp("sent more messages than the host takes in")
        case .frame, .heldFrame:
            if flood.admitsFrame() { return }
            giveUp("sent more frames than a call has")
        case .records, .lastRecords:
            // An observation has no end, and none of its changes is kept.
            if call.operation == .libraryObserve || flood.admitsRecords(byteCount: buffer.count) { return }
            giveUp("sent more bytes of records than a call has")
        default: return
        }
        throw .malformed
    }

    private func answerCheck() throws(WireError) {
        let beginning = begin()
        let answer = beginning == PICKER_OK ? call.answer : beginning
        watch.answered(isShutDown() ? PICKER_CLOSED : answer, at: MonotonicTime.now)
        try reply { $0.integer(answer) }
    }

    /// Calls `onBeginning`, once, when the plugin first shows that it is in the call.
    private func begin() -> picker_status {
        defer { hasAsked = true }
        return hasAsked ? PICKER_OK : call.onBeginning?() ?? PICKER_OK
    }

    private func takeRecords(_ reader: inout WireReader, isLast: Bool) throws(WireError) {
        guard let records = call.records, !isStopped else { throw .malformed }
        hasLastRecords = isLast
        if call.onBeginning != nil, begin() != PICKER_OK {
            isStopped = true
            if !isLast { try reply { $0.integer(PICKER_STOP) } }
            return
        }
        hasDelivered = true
        let flow = try records(&reader)
        isStopped = flow != PICKER_CONTINUE
        if !isLast { try reply { $0.integer(flow) } }
    }

    private func countSurplus() throws(WireError) {
        guard isStopped else { return }
        surplusFrames += 1
        guard surplusFrames <= Self.surplusLimit else { throw .malformed }
    }

    /// Replies whether the frame was copied, and then whether the host wants more.
    private func takeHeldFrame(_ reader: inout WireReader) throws(WireError) {
        guard let take = call.frame else { throw .malformed }
        try countSurplus()
        let bounds = call.frameBounds.limited(by: host.limits())
        guard let frame = try ReceivedFrame.held(&reader, within: bounds, copy: copy) else {
            return try reply { $0.integer(UInt8(0)) }
        }
        let isFinal = frame.flags & UInt32(PICKER_FRAME_FINAL) != 0
        func answer(_ flow: picker_flow) throws(WireError) {
            try reply { writer in
                writer.integer(UInt8(1))
                writer.integer(flow)
            }
        }
        // Nothing follows the final frame, so the worker gets its memory back before the host does anything with the
        // copy.
        if isFinal {
            do throws(WireError) {
                try answer(PICKER_CONTINUE)
            } catch {
                frame.release(frame.release_context)
                throw error
            }
            (hasDelivered, hasFinalFrame) = (true, true)
        }
        let flow = take(frame)
        isStopped = flow != PICKER_CONTINUE
        if !isFinal { try answer(flow) }
    }

    private func takeFrame(_ reader: inout WireReader, _ descriptor: PassedDescriptor?) throws(WireError) {
        guard let take = call.frame else { throw .malformed }
        try countSurplus()
        // Degraded frames do not count as delivered, since they may come again. The final frame gets no reply, because
        // nothing follows it.
        let isFinal = try ReceivedFrame.isFinal(reader)
        let frame: picker_frame
        do throws(WireError) {
            frame = try ReceivedFrame.frame(
                &reader, file: descriptor, within: call.frameBounds.limited(by: host.limits()))
        } catch {
            guard case .noRoom(let code) = error else { throw error }
            lack = code
            isStopped = true
            if !isFinal { try reply { $0.integer(PICKER_STOP) } }
            return
        }
        if isFinal { (hasDelivered, hasFinalFrame) = (true, true) }
        let flow = take(frame)
        isStopped = flow != PICKER_CONTINUE
        if !isFinal { try reply { $0.integer(flow) } }
    }

    private func takeProgress(_ reader: inout WireReader) throws(WireError) {
        let (done, total) = (try reader.integer(UInt64.self), try reader.integer(UInt64.self))
        guard let call = call.call else { return }
        let table = boundedCopy(of: call, into: picker_call())
        table.progress?(table.context, done, total)
    }

    private func giveSource(_ reader: inout WireReader) throws(WireError) {
        let capacity: UInt64 = try reader.integer()
        guard let source = call.source, capacity <= ServedCall.sourceBytes else { throw .malformed }
        hasDelivered = true
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, Int(capacity)), alignment: 16)
        defer { room.deallocate() }
        let (status, count) = source(UnsafeMutableRawBufferPointer(rebasing: room[..<Int(capacity)]))
        try reply { (writer) throws(WireError) in
            writer.integer(status)
            try writer.raw(room.baseAddress, UInt64(min(count, Int(capacity))))
        }
    }

    private func giveLimits() throws(WireError) {
        let limits = host.limits()
        try reply { (writer) throws(WireError) in
            writer.integer(limits == nil ? UInt8(0) : 1)
            if var limits { try writer.value(&limits) }
        }
    }

    private func giveSecret(_ reader: inout WireReader) throws(WireError) {
        let key = try reader.string()
        let (status, secret) = host.secret(key, of: library)
        try reply { writer in
            writer.integer(status)
            writer.integer(UInt64(secret.count))
            writer.append(secret)
        }
    }

    private func keepSecret(_ reader: inout WireReader) throws(WireError) {
        let key = try reader.string()
        let status = host.keep(try reader.bytes(), key, of: library)
        try reply { $0.integer(status) }
    }

    private func reply(_ write: (inout WireWriter) throws(WireError) -> Void) throws(WireError) {
        var writer = WireWriter()
        try write(&writer)
        try send(.reply, writer.body)
    }
}
