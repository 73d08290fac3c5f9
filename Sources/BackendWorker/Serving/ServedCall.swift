internal import ABIMemory
internal import BackendAPI
internal import PhotoModel
internal import Platform

/// One call that the worker makes to the plugin, and its conversation with the host meanwhile.
///
/// The plugin may ask on any thread whether to go on, so messages are sent under a lock.
final class ServedCall: @unchecked Sendable {  // Unchecked: what changes is in the monitor; tables are written first.
    struct Talk {
        let reply = MessageBuffer()
        var records = WireWriter(ofPlugin: true)
        var isStopped = false
        /// The link for which an emitted record cannot be passed on.
        var refusal: LinkRefusal?
        /// Why what the plugin emitted is not passed on: an image file that could not be decoded, or a record that is
        /// too large.
        var failure: PhotoError?
        var answer = PICKER_OK
        /// The host was asked whether to go on, and its answer was not read yet.
        var isAsking = false
        var lastCheck: UInt64 = 0
        var progress: (done: UInt64, total: UInt64)?
        var lastProgress: UInt64 = 0
    }

    /// Nanoseconds between two questions to the host whether to go on. A plugin asks at least every 10 ms (R12.1); a
    /// question wakes both processes, which takes some 50 µs.
    private static let checkInterval: UInt64 = 5_000_000
    /// The same for calls with `CallHeader.isWanted`, for which questions are asked ahead. The plugin learns that it is
    /// to end within two intervals and the time between its own questions, while R12.2 wants 100 ms.
    private static let wantedCheckInterval: UInt64 = 20_000_000
    static let progressInterval: UInt64 = 20_000_000
    /// Records are collected up to this size, because a round trip for each would take longer than making it.
    static let batchBytes = 1 << 16

    let head: CallHeader
    /// Present for an image request.
    var decoding: ImageFileDecoding?
    private let channel: Channel
    let talk = Monitor(Talk())

    init(_ head: CallHeader, on channel: Channel) {
        self.head = head
        self.channel = channel
        if isWanted { talk.withLock { $0.lastCheck = MonotonicTime.now } }
    }

    private var isWanted: Bool { head.flags & CallHeader.isWanted != 0 }

    /// The call that the plugin is handling on this thread.
    static var current: ServedCall? {
        ThreadWork.current.map { Unmanaged<ServedCall>.fromOpaque($0).takeUnretainedValue() }
    }

    static func from(_ context: UnsafeMutableRawPointer?) -> ServedCall? {
        context.map { Unmanaged<ServedCall>.fromOpaque($0).takeUnretainedValue() }
    }

    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Calls `body` as the plugin's call on this thread.
    func run<Result>(_ body: () -> Result) -> Result {
        ThreadWork.current = context
        defer { ThreadWork.current = nil }
        return withExtendedLifetime(self) { body() }
    }

    // MARK: Messages

    /// Sends a message and waits for the reply; nil if the host is gone.
    func ask(
        _ kind: MessageKind, _ body: [UInt8], passing descriptor: PassedDescriptor? = nil, _ talk: inout Talk
    ) -> WireReader? {
        takeAnswer(&talk)
        do throws(WireError) {
            try channel.send(kind, body, passing: descriptor)
            let answer = try channel.receive(into: talk.reply)
            // Ask again at the next check: the host may want the call to end by now.
            talk.lastCheck = 0
            return answer.kind == .reply ? talk.reply.reader : nil
        } catch {
            return nil
        }
    }

    /// Reads the host's answer to the question that was asked ahead.
    private func takeAnswer(_ talk: inout Talk) {
        guard talk.isAsking else { return }
        talk.isAsking = false
        var reply: WireReader?
        if let answer = try? channel.receive(into: talk.reply), answer.kind == .reply { reply = talk.reply.reader }
        talk.answer = (try? reply?.integer(picker_status.self)) ?? PICKER_CANCELLED
    }

    /// Sends the last frame, to which the host does not reply.
    func finish(_ body: [UInt8], passing descriptor: PassedDescriptor?) -> picker_flow {
        talk.withLock { _ in
            (try? channel.send(.frame, body, passing: descriptor)) == nil ? PICKER_STOP : PICKER_CONTINUE
        }
    }

    /// Sends a message that the host does not reply to.
    func report(_ kind: MessageKind, _ body: [UInt8]) {
        talk.withLock { _ in try? channel.send(kind, body) }
    }

    // MARK: What accompanies a call

    /// The C table of the call. A plugin gets one even if the host has none, whose answer is then that the call goes on: it may not be NULL
    /// (R7.5).
    var table: picker_call {
        var table = picker_call()
        table.struct_size = structSize(of: picker_call.self)
        table.deadline = head.deadline
        table.context = context
        table.check = { ServedCall.from($0)?.check() ?? PICKER_OK }
        table.progress = { ServedCall.from($0)?.progress($1, $2) }
        return table
    }

    private func check() -> picker_status {
        talk.withLock { talk in
            guard talk.answer == PICKER_OK else { return talk.answer }
            let now = MonotonicTime.now
            let isPastDeadline = head.deadline != 0 && now >= head.deadline
            let interval = isWanted ? Self.wantedCheckInterval : Self.checkInterval
            guard talk.lastCheck == 0 || now - talk.lastCheck >= interval || isPastDeadline else { return PICKER_OK }
            if isWanted, !isPastDeadline {
                askAhead(&talk)
            } else {
                var reply = ask(.check, [], &talk)
                talk.answer = (try? reply?.integer(picker_status.self)) ?? PICKER_CANCELLED
            }
            talk.lastCheck = MonotonicTime.now
            return talk.answer
        }
    }

    /// Reads the answer to the previous question and asks the next one without waiting, because a round trip takes
    /// longer than many a unit of work. The plugin thus learns one interval later that it is to end.
    private func askAhead(_ talk: inout Talk) {
        takeAnswer(&talk)
        guard talk.answer == PICKER_OK else { return }
        talk.isAsking = (try? channel.send(.check)) != nil
        if !talk.isAsking { talk.answer = PICKER_CANCELLED }
    }

    private func progress(_ done: UInt64, _ total: UInt64) {
        talk.withLock { talk in
            talk.progress = (done, total)
            let now = MonotonicTime.now
            guard now - talk.lastProgress >= Self.progressInterval else { return }
            talk.lastProgress = now
            sendProgress(&talk)
        }
    }

    private func sendProgress(_ talk: inout Talk) {
        guard let (done, total) = talk.progress else { return }
        talk.progress = nil
        var body = WireWriter()
        body.integer(done)
        body.integer(total)
        try? channel.send(.progress, body.body)
    }

    // MARK: Records

    /// Takes a record that the plugin emits.
    func emit<Record: WireStruct>(_ record: UnsafePointer<Record>?) -> picker_flow {
        guard let record else { return PICKER_STOP }
        return talk.withLock { talk in
            guard !talk.isStopped else { return PICKER_STOP }
            let written = talk.records.body.count
            do throws(WireError) {
                try talk.records.value(record)
            } catch {
                talk.records.cut(to: written)
                // The call must fail, or the list would seem to end here.
                if case .refused(let refusal) = error { talk.refusal = refusal } else { talk.failure = Self.tooLarge }
                talk.isStopped = true
                return PICKER_STOP
            }
            guard Record.isUrgent || talk.records.body.count >= Self.batchBytes else { return PICKER_CONTINUE }
            var reply = ask(.records, talk.records.body, &talk)
            talk.records.removeAll()
            let flow = (try? reply?.integer(picker_flow.self)) ?? PICKER_STOP
            talk.isStopped = flow != PICKER_CONTINUE
            return flow
        }
    }

    /// The link for which an emitted record could not be passed on; nil if there is none.
    var refusal: LinkRefusal? { talk.withLock { $0.refusal } }

    /// The failure for a record that is too large for a message.
    static let tooLarge = PhotoError(
        .internal, "it gave a record that is larger than a message between processes can be")

    /// Why an emitted image file or record could not be passed on; nil if all were.
    var failure: PhotoError? { talk.withLock { $0.failure } }

    /// Sends what is left and the result of the call.
    func finish(_ result: [UInt8]) throws(WireError) {
        let outcome: Result<Void, WireError> = talk.withLock { talk in
            takeAnswer(&talk)
            do throws(WireError) {
                sendProgress(&talk)
                if !talk.records.body.isEmpty { try channel.send(.lastRecords, talk.records.body) }
                try channel.send(.result, result)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }
}
