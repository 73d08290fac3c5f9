import Platform
import Testing

@testable import BackendWorker

@Suite("A channel between a host and a worker") struct ChannelTests {
    private let channel: Channel
    /// The other end.
    private let peer: PassedDescriptor
    private let buffer = MessageBuffer()

    init() throws { (channel, peer) = try Channel.pair() }

    private func head(_ length: UInt32, _ kind: UInt32) -> [UInt8] {
        [length, kind].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    }

    /// What the other end writes, message or not.
    private func write(_ bytes: [UInt8]) throws { try #require(peer.descriptor).write(bytes) }

    private func body() throws -> [UInt8] {
        var reader = buffer.reader
        var bytes: [UInt8] = []
        while !reader.isAtEnd { bytes.append(try reader.integer()) }
        return bytes
    }

    @Test("A channel between a host and a worker carries messages one after the other, also empty ones")
    func messages() throws {
        try channel.send(.records, [1, 2, 3])
        try channel.send(.progress)
        let received = try #require(peer.descriptor).read(count: 100)
        #expect(received == head(3, 4) + [1, 2, 3] + head(0, 12))
        try write(head(2, 2) + [7, 8] + head(0, 6))
        #expect(try channel.receive(into: buffer).kind == .reply)
        #expect(try body() == [7, 8])
        let check = try channel.receive(into: buffer)
        #expect(check.kind == .check && check.descriptor == nil && buffer.count == 0)
    }

    @Test("A channel between a host and a worker puts a message together from its pieces, and asks between them")
    func pieces() throws {
        let message = head(4, 2) + [1, 2, 3, 4]
        var pieces = [Array(message[5..<10]), Array(message[10...])]
        try write(Array(message[..<5]))
        var waits = 0
        let kind = try channel.receive(into: buffer) {
            waits += 1
            if !pieces.isEmpty { try? write(pieces.removeFirst()) }
        }.kind
        #expect(kind == .reply && waits == 2)
        #expect(try body() == [1, 2, 3, 4])
        // Who waits for nothing any more says so.
        try write(Array(message[..<5]))
        #expect(throws: WireError.tooLarge) {
            _ = try channel.receive(into: buffer) { () throws(WireError) in throw .tooLarge }
        }
    }

    @Test(
        "A channel between a host and a worker refuses messages of no kind, and those that are too long for theirs",
        arguments: [
            (0, 0), (0, 18), (0, 99), (65, 6), (65, 12), (4097, 5), (65_601, 13), (UInt32.max, 4), (1 << 28 + 1, 3),
        ] as [(UInt32, UInt32)])
    func refused(length: UInt32, kind: UInt32) throws {
        try write(head(length, kind))
        #expect(throws: WireError.malformed) { _ = try channel.receive(into: buffer) }
    }

    @Test("A channel between a host and a worker is over when the other end is closed, for both directions")
    func disconnected() throws {
        _ = peer.take()
        #expect(throws: WireError.disconnected) { _ = try channel.receive(into: buffer) }
        #expect(throws: WireError.disconnected) { try channel.send(.check) }
        channel.close()
        channel.close()
    }

    @Test("A channel between a host and a worker passes a descriptor on with the message that it belongs to")
    func descriptors() throws {
        guard let socket = peer.take() else {
            Issue.record("the channel has no other end")
            return
        }
        let other = Channel(socket)
        let file = PassedDescriptor(try OwnedDescriptor.open("/dev/null"))
        try other.send(.frame, [1], passing: file)
        try other.send(.check)
        let frame = try channel.receive(into: buffer)
        let owner = try #require(frame.descriptor)
        let passed = try #require(owner.descriptor)
        #expect(try passed.status().identity == file.descriptor?.status().identity)
        #expect(passed.number != file.descriptor?.number && !passed.isInherited)
        #expect(try channel.receive(into: buffer).descriptor == nil)
        // It can be taken once.
        _ = owner.take()
        #expect(owner.descriptor == nil && PassedDescriptor.lost.descriptor == nil)
    }
}
