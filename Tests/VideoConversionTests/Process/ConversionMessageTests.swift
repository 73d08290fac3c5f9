import PhotoModel
import Platform
import Testing

@testable import ConversionProcess

@Suite("Messages between a host and the program that converts media")
struct ConversionMessageTests {
    private static func job(_ task: ConversionTask, maxOutputBytes: Int64?) -> ConversionMessage {
        var limits = ConversionLimits()
        limits.maxPixels = 11
        limits.maxMemoryBytes = 12
        limits.maxSeconds = 13
        limits.maxOutputBytes = maxOutputBytes
        var job = ConversionJob(byteCount: 10, keepsLocation: maxOutputBytes == nil, limits: limits)
        job.task = task
        return .job(job)
    }

    /// Those whose bodies have one length.
    private static let fixed: [ConversionMessage] = [
        job(.video, maxOutputBytes: nil), job(.locationFreeJPEG, maxOutputBytes: 0),
        job(.uprightEXIF(width: 640, height: 480, mayStay: true), maxOutputBytes: 14),
        job(.uprightEXIF(width: 640, height: 480, mayStay: false), maxOutputBytes: nil),
        .read(offset: 1 << 40, count: 7), .progress(seconds: 1.5, total: 3), .progress(seconds: 1.5, total: nil),
        .ended(.unchanged), .ended(.written),
    ]

    private static let varied: [ConversionMessage] = [
        .bytes([]), .bytes([1, 2, 3]), .ended(.failed(ConversionFailure(.noSpace, "the disk is full", systemErrno: 8))),
        .ended(.failed(ConversionFailure(.io, ""))),
    ]

    private func body(_ message: ConversionMessage) -> [UInt8] { Array(message.encoded.dropFirst(8)) }

    private func kind(_ message: ConversionMessage) -> UInt32 { UInt32(message.encoded[4]) }

    private func read(_ message: ConversionMessage) -> ConversionMessage? {
        ConversionMessage(kind: kind(message), body: body(message))
    }

    @Test("Each is read as it was written, and its head has the length of the rest", arguments: fixed + varied)
    func roundTrip(message: ConversionMessage) {
        #expect(read(message) == message)
        let head = message.encoded.prefix(8)
        #expect(Array(head) == [UInt8(body(message).count), 0, 0, 0, UInt8(kind(message)), 0, 0, 0])
    }

    @Test("One that is cut short, or that something follows, is none", arguments: fixed)
    func lengths(message: ConversionMessage) {
        let (kind, body) = (kind(message), body(message))
        for count in 0..<body.count { #expect(ConversionMessage(kind: kind, body: Array(body.prefix(count))) == nil) }
        #expect(ConversionMessage(kind: kind, body: body + [0]) == nil)
    }

    @Test("One of no kind, or with a number that nothing has, is none")
    func invalid() {
        for kind: UInt32 in [0, 6, .max] { #expect(ConversionMessage(kind: kind, body: []) == nil) }
        #expect(read(.read(offset: -1, count: 1)) == nil && read(.read(offset: 1, count: -1)) == nil)
        #expect(read(.read(offset: 0, count: 0)) == .read(offset: 0, count: 0))
        #expect(read(.job(ConversionJob(byteCount: -1, keepsLocation: true))) == nil)
        #expect(read(.job(ConversionJob(byteCount: 0, keepsLocation: true))) != nil)
        #expect(ConversionMessage(kind: 5, body: [3]) == nil)
        // The kind of its task comes after the size, a flag and four limits.
        var job = body(Self.job(.video, maxOutputBytes: nil))
        job[41] = 4
        #expect(ConversionMessage(kind: 1, body: job) == nil)
        let failure = body(.ended(.failed(ConversionFailure(.io, ""))))
        #expect(ConversionMessage(kind: 5, body: Array(failure.dropLast())) == nil)
    }

    @Test("A long reason is cut, so that the host takes the message")
    func longReason() {
        let text = String(repeating: "x", count: 5000)
        let message = ConversionMessage.ended(.failed(ConversionFailure(.io, text, systemErrno: 5)))
        #expect(body(message).count <= ConversionMessage.largestReport)
        let cut = ConversionFailure(.io, String(text.prefix(2048)), systemErrno: 5)
        #expect(read(message) == .ended(.failed(cut)))
    }

    @Test("An output may have 64 times the bytes of its source and a gibibyte, or what is said, and never overflows")
    func outputLimit() {
        var limits = ConversionLimits()
        #expect(limits.outputBytes(ofSource: 0) == 1 << 30)
        #expect(limits.outputBytes(ofSource: 1000) == 64_000 + (1 << 30))
        #expect(limits.outputBytes(ofSource: .max) == Int64.max >> 1)
        #expect(limits.outputBytes(ofSource: Int64.max >> 6) == (Int64.max >> 1) + (1 << 30))
        limits.maxOutputBytes = 5
        #expect(limits.outputBytes(ofSource: 1000) == 5 && limits.outputBytes(ofSource: .max) == 5)
    }
}

@Suite("The socket between a host and the program that converts media")
struct ConversionSocketTests {
    private func pair() throws -> (mine: ConversionSocket, other: ConversionSocket) {
        try withSocketPair { mine, other in (ConversionSocket(mine), ConversionSocket(other)) }
    }

    @Test("A body of as many bytes as are allowed is taken, and one of one more is malformed")
    func limit() throws {
        let message = ConversionMessage.read(offset: 1, count: 2)
        let (mine, other) = try pair()
        try other.send(message)
        #expect(try mine.receive(atMost: 16) == message)
        try other.send(message)
        #expect(throws: ConversionSocket.Failure.malformed) { try mine.receive(atMost: 15) }
    }

    @Test("What the other side sent before it was gone arrives, and nothing after it")
    func gone() throws {
        let mine: ConversionSocket
        do {
            let ends = try pair()
            try ends.other.send(.ended(.written))
            mine = ends.mine
        }
        #expect(try mine.receive() == .ended(.written))
        #expect(throws: ConversionSocket.Failure.disconnected) { try mine.receive() }
        #expect(throws: ConversionSocket.Failure.disconnected) { try mine.send(.ended(.written)) }
    }

    @Test("Who waits for a message that does not come, or that no one takes, is asked whether to go on")
    func patience() throws {
        let (mine, other) = try pair()
        mine.setPatience(milliseconds: 1)
        var asked = 0
        #expect(throws: ConversionSocket.Failure.stopped) {
            try mine.receive {
                asked += 1
                return asked < 3
            }
        }
        #expect(asked == 3)
        let large = ConversionMessage.bytes([UInt8](repeating: 7, count: 16 << 20))
        #expect(throws: ConversionSocket.Failure.stopped) { try mine.send(large, while: { false }) }
        withExtendedLifetime(other) {}
    }
}
