import ABIMemory
import BackendAPI
import Testing

@testable import BackendWorker

@Suite("What a worker says of an error") struct ErrorBufferTests {
    /// What comes to the host: the number of the system, the time to wait, the length that the plugin named, the text.
    private func sent(
        _ buffer: ErrorBuffer
    ) throws -> (systemErrno: Int32, retryAfter: UInt64, length: UInt32, text: String) {
        var writer = WireWriter()
        try buffer.write(to: &writer)
        let body = Body(writer.body)
        var reader = body.reader
        let (systemErrno, retryAfter) = (try reader.integer(Int32.self), try reader.integer(UInt64.self))
        let length = try reader.integer(UInt32.self)
        let text = try reader.text()
        #expect(reader.isAtEnd)
        return (systemErrno, retryAfter, length, text)
    }

    @Test(
        "What a worker says of an error is cut before the character that does not fit",
        arguments: [(0, ""), (1, "g"), (3, "gr"), (4, "grö"), (5, "grö"), (6, "größ"), (100, "größe")]
            as [(UInt32, String)])
    func cut(capacity: UInt32, expected: String) throws {
        let buffer = ErrorBuffer(capacity: capacity)
        buffer.set("größe")
        let sent = try sent(buffer)
        #expect(sent.text == expected && sent.length == UInt32(expected.utf8.count))
        #expect(sent.systemErrno == 0 && sent.retryAfter == 0)
    }

    @Test("What a worker says of an error is what the plugin wrote, and no more than there is room for")
    func boasting() throws {
        let buffer = ErrorBuffer(capacity: 4)
        buffer.set("full")
        buffer.withPointer { error in
            (error.pointee.system_errno, error.pointee.retry_after) = (28, 1500)
            error.pointee.message_length = 4000
        }
        let sent = try sent(buffer)
        // The host judges what the plugin claims.
        #expect(sent.systemErrno == 28 && sent.retryAfter == 1500 && sent.length == 4000 && sent.text == "full")
    }

    @Test("What a worker says of an error has at most so much room, whatever the host asks for")
    func room() {
        let buffer = ErrorBuffer(capacity: .max)
        #expect(buffer.withPointer { $0.pointee.message_capacity } == 1 << 16)
        #expect(ErrorBuffer(capacity: 0).withPointer { $0.pointee.message == nil })
    }

    @Test("A key of a secret is sent if it can be one, and no secret is told apart from an empty one")
    func secrets() throws {
        let arena = RecordArena()
        #expect(SecretMessage.body(picker_string()) == nil)
        #expect(SecretMessage.body(arena.string(String(repeating: "k", count: 65))) == nil)
        #expect(SecretMessage.body(arena.string(String(repeating: "k", count: 64)))?.count == 72)
        for secret in [nil, [], [1, 2]] as [[UInt8]?] {
            let body = Body(try #require(SecretMessage.body(arena.string("token"), arena.bytes(secret))))
            var reader = body.reader
            #expect(try reader.text() == "token")
            #expect(try reader.bytes().array == secret)
            #expect(reader.isAtEnd)
        }
    }

    @Test("A record that is kept after its message is gone has its texts, and no pointer of the message")
    func owned() throws {
        let arena = RecordArena()
        var info = picker_backend_info()
        info.struct_size = structSize(of: picker_backend_info.self)
        (info.id, info.name, info.priority) = (arena.string("worker"), arena.string("Größe"), -3)
        (info.formats, info.format_count) = (arena.array([arena.string("public.jpeg"), arena.string("")]), 2)
        var writer = WireWriter()
        try writer.value(&info)
        let body = Body(writer.body)
        var reader = body.reader
        let owned = try OwnedRecord<picker_backend_info>(&reader)
        #expect(reader.isAtEnd)
        #expect(!body.isInside(owned.value.id.data) && !body.isInside(owned.value.formats))
        #expect(try owned.value.id.text() == "worker" && owned.value.name.text() == "Größe")
        #expect(try owned.value.formats[0].text() == "public.jpeg" && owned.value.formats[1].text() == "")
        #expect(owned.value.priority == -3 && owned.value.version.data == nil)
        let short = Body(Array(writer.body.dropLast()))
        var cut = short.reader
        #expect(throws: WireError.malformed) { try OwnedRecord<picker_backend_info>(&cut) }
    }
}
