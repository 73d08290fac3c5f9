internal import BackendAPI
internal import PhotoModel
internal import Platform

/// What libraries on a server answer when the network does what networks do: the kit stands between plugin and server. What a
/// backend had kept may be answered as long as it is right.
enum NetworkChecks {
    static let all = [
        Check(
            "network.unreachable", "A server that cannot be reached is OFFLINE, and what comes back is used again",
            "R18.7 R10.2", .must, .full,
            remedy: "Answer PICKER_OFFLINE when no connection can be made, and connect again with the next call."
        ) { context throws(CheckStop) in try unreachable(context) },
        Check(
            "network.signed-out", "A server that refuses the sign-in is SIGN_IN_REQUIRED", "R18.7 R10.7", .must, .full,
            remedy: "Answer PICKER_SIGN_IN_REQUIRED to HTTP 401, when a library is opened and later."
        ) { context throws(CheckStop) in try signedOut(context) },
        Check(
            "network.refused-for-now", "What a server refuses for now is a transient status, with its time to wait",
            "R10.2 R10.6", .must, .full,
            remedy: "Answer PICKER_RATE_LIMITED to HTTP 429 and PICKER_BUSY to 503; retry_after is in milliseconds."
        ) { context throws(CheckStop) in try refusedForNow(context) },
        Check(
            "network.cut-off", "An answer that was cut off is never taken for the whole", "R18.7 R10.1", .must, .full,
            remedy: "Compare what came with the length that was announced, and answer PICKER_STOPPED or PICKER_OFFLINE."
        ) { context throws(CheckStop) in try cutOff(context) },
        Check(
            "network.silent", "A call that waits for a silent server ends within a second of being told so",
            "R12.1 R12.2",
            .must, .full, remedy: "Wait for the server for at most 100 ms at a time, and ask check."
        ) { context throws(CheckStop) in try silent(context) },
        Check(
            "network.not-allowed",
            "Without ALLOW_NETWORK nothing is asked for, and what is not here is NETWORK_NOT_ALLOWED",
            "R18.9", .must, .full,
            remedy: "Answer from what you keep, or PICKER_NETWORK_NOT_ALLOWED, before you connect to anything."
        ) { context throws(CheckStop) in try notAllowed(context) },
    ]

    private static func unreachable(_ context: CheckContext) throws(CheckStop) {
        let network = try NetworkLibrary(context)
        defer { network.relay.end() }
        network.relay.behave(.unreachable)
        try network.ask().reply.expect(PICKER_OFFLINE)
        let (library, sample) = try network.open()
        network.relay.behave(.unreachable)
        for reply in try replies(of: library, sample, network) {
            // It may also try again by itself, until its deadline.
            try reply.expect([PICKER_OK, PICKER_OFFLINE, PICKER_DEADLINE])
        }
        network.relay.behave(.pass)
        try comesBack(library, sample, context, network)
    }

    private static func signedOut(_ context: CheckContext) throws(CheckStop) {
        let network = try plainNetwork(context)
        defer { network.relay.end() }
        let unauthorized = NetworkRelay.Behavior.answer(http("401 Unauthorized", "WWW-Authenticate: Bearer\r\n"))
        network.relay.behave(unauthorized)
        // Who begins with what needs no sign-in cannot tell that it is the server which refuses one; what comes later can.
        try network.ask().reply.expect([PICKER_SIGN_IN_REQUIRED, PICKER_ACCESS_DENIED])
        let (library, sample) = try network.open()
        network.relay.behave(unauthorized)
        for reply in try replies(of: library, sample, network) {
            try reply.expect([PICKER_OK, PICKER_SIGN_IN_REQUIRED])
        }
    }

    private static func refusedForNow(_ context: CheckContext) throws(CheckStop) {
        let network = try plainNetwork(context)
        defer { network.relay.end() }
        let (library, sample) = try network.open()
        network.relay.behave(.answer(http("503 Service Unavailable")))
        for reply in try replies(of: library, sample, network) { try context.expectTransient(reply, "HTTP 503") }
        network.relay.behave(.answer(http("429 Too Many Requests", "Retry-After: 7\r\n")))
        for reply in try replies(of: library, sample, network) {
            // It may also wait by itself, until its deadline.
            try reply.expect([PICKER_OK, PICKER_RATE_LIMITED, PICKER_DEADLINE])
            let wait = reply.status == PICKER_RATE_LIMITED ? reply.error.retryAfter : 0
            try context.expect(
                wait == 0 || (1000...8000).contains(wait),
                "\(reply.operation): retry_after is \(wait) ms where the server said 7 seconds")
        }
        network.relay.behave(.pass)
        try comesBack(library, sample, context, network)
    }

    private static func cutOff(_ context: CheckContext) throws(CheckStop) {
        let network = try NetworkLibrary(context)
        defer { network.relay.end() }
        let (library, sample) = try network.open()
        let counts = [0, 1, 150, 600, sample.bytes.count / 2, sample.bytes.count - 1]
        for count in counts where !context.isHalfOver {
            network.relay.behave(.cut(after: count))
            for reply in try replies(of: library, sample, network) {
                try context.expectTransient(reply, "a connection that ends after \(count) bytes")
            }
        }
        network.relay.behave(.pass)
        try comesBack(library, sample, context, network)
    }

    private static func silent(_ context: CheckContext) throws(CheckStop) {
        let network = try NetworkLibrary(context)
        defer { network.relay.end() }
        let (library, sample) = try network.open()
        network.relay.behave(.silent)
        for status in [PICKER_CANCELLED, PICKER_DEADLINE] {
            let isDeadline = status == PICKER_DEADLINE
            let control = isDeadline ? CallProbe(deadline: Clock.now + 700_000_000) : CallProbe()
            let canceller =
                isDeadline
                ? nil
                : Threads.start {
                    Threads.pause(milliseconds: 300)
                    control.change(to: PICKER_CANCELLED)
                }
            let read = library.read(ReadRequest(sample.asset, capacity: sample.bytes.count), control: control)
            let end = Clock.now
            canceller?.join()
            if read.reply.status == PICKER_OK {
                try context.expect(read.bytes == sample.bytes, "read gave other bytes than before")
                continue
            }
            try context.expectTransient(read.reply, "a server that says nothing")
            let told = control.changedAt
            // It may have given up by itself before.
            guard told != 0, told <= end else { continue }
            try read.reply.expect(status)
            let late = Int(clamping: end - told) / 1_000_000
            try context.expect(
                late < Int(1000 * context.order.timeScale), "read returned \(late) ms after it was told to end")
        }
    }

    private static func notAllowed(_ context: CheckContext) throws(CheckStop) {
        let network = try NetworkLibrary(context)
        defer { network.relay.end() }
        let (library, sample) = try network.open()
        try context.expect(
            library.info().info.isRemote, "its photos are on a server, and PICKER_LIBRARY_REMOTE is not set")
        // What was asked for before the check began is on its way still, perhaps.
        Threads.pause(milliseconds: 100)
        let before = network.relay.requestedBytes
        let ask = ReadRequest(sample.asset, capacity: sample.bytes.count) { $0.allowsNetwork = false }
        let read = library.read(ask, control: network.patientCall())
        try read.reply.expect([PICKER_OK, PICKER_NETWORK_NOT_ALLOWED])
        try context.expect(
            read.reply.status != PICKER_OK || read.bytes == sample.bytes, "read gave other bytes than the server has")
        let sink = RecordSink.frames()
        let image = library.image(
            sample.asset, ImageRequest(64, 64) { $0.allowsNetwork = false }, sink: sink, control: network.patientCall())
        for frame in sink.records { frame.release() }
        try image.expect([PICKER_OK, PICKER_NETWORK_NOT_ALLOWED, PICKER_UNSUPPORTED_FORMAT, PICKER_UNSUPPORTED])
        let asked = network.relay.requestedBytes - before
        try context.expect(asked == 0, "\(asked) bytes went to the server for requests that may not ask it")
        let again = library.read(
            ReadRequest(sample.asset, capacity: sample.bytes.count), control: network.patientCall())
        try again.reply.ok()
    }

    // MARK: What they have in common

    private static func plainNetwork(_ context: CheckContext) throws(CheckStop) -> NetworkLibrary {
        let network = try NetworkLibrary(context)
        guard network.isPlain else { throw .notApplicable("TLS hides from the kit what it would have to answer") }
        return network
    }

    private static func http(_ status: String, _ fields: String = "") -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\(fields)Connection: close\r\n\r\n{}"
    }

    /// Asks for bytes, details and the list. What is answered must be right.
    private static func replies(
        of library: Library, _ sample: NetworkSample, _ network: NetworkLibrary
    ) throws(CheckStop) -> [Reply] {
        let ask = ReadRequest(sample.asset, capacity: sample.bytes.count + 1)
        let read = library.read(ask, control: network.patientCall())
        if read.reply.status == PICKER_OK, read.bytes != sample.bytes {
            throw .failed(
                "\(read.reply.operation) gave \(read.bytes.count) bytes that are not the file's \(sample.bytes.count)")
        }
        let details = library.details(sample.asset, sink: .details(), control: network.patientCall())
        let fetch = library.fetch(control: network.patientCall())
        guard fetch.reply.status == PICKER_OK, let fetched = fetch.fetch else {
            return [read.reply, details, fetch.reply]
        }
        defer { fetched.release() }
        return [read.reply, details, fetch.reply, try size(of: fetched, sample, network)]
    }

    /// Asks how many assets there are: by reading them where only that tells (R9.18).
    private static func size(
        of fetched: Fetch, _ sample: NetworkSample, _ network: NetworkLibrary
    ) throws(CheckStop) -> Reply {
        var (reply, count) = fetched.count(control: network.patientCall())
        if reply.status == PICKER_NOT_YET {
            let sink = RecordSink.assets()
            reply = fetched.window(0, .max, sink: sink, control: network.patientCall())
            count = UInt64(sink.count)
        }
        if reply.status == PICKER_OK, count != UInt64(sample.assetCount) {
            throw .failed("a fetch has \(count) assets where there are \(sample.assetCount)")
        }
        return reply
    }

    /// The network is well again: soon the library is, too, without being opened again.
    private static func comesBack(
        _ library: Library, _ sample: NetworkSample, _ context: CheckContext, _ network: NetworkLibrary
    ) throws(CheckStop) {
        let end = Clock.now + context.limit(milliseconds: 15_000)
        var last: Reply
        repeat {
            let read = library.read(
                ReadRequest(sample.asset, capacity: sample.bytes.count), control: network.patientCall())
            if read.reply.status == PICKER_OK {
                return try context.expect(
                    read.bytes == sample.bytes, "read gives other bytes since the network came back")
            }
            last = read.reply
            Threads.pause(milliseconds: 100)
        } while Clock.now < end
        throw .failed("15 seconds after the network came back, \(last.operation) answers \(last.described)")
    }
}

extension CheckContext {
    /// Fails when a call was refused for good because of what passes.
    fileprivate func expectTransient(_ reply: Reply, _ cause: String) throws(CheckStop) {
        let isTransient = PhotoStatus(rawValue: reply.status).kind == .transient
        try expect(
            reply.status == PICKER_OK || isTransient,
            "\(reply.operation) answered \(reply.described) to \(cause), which time alone remedies")
    }
}
